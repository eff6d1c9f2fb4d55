/** Rows in columns, indented by two; the last column is wrapped to the width of the terminal. */
export function table(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "  none";
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns - 1 }, (_, j) => Math.max(...rows.map((row) => (row[j] ?? "").length)));
  const indent = 2 + widths.reduce((sum, width) => sum + width + 2, 0);
  const room = Math.max(24, (process.stdout.columns ?? 120) - indent);
  return rows
    .map((row) => {
      const head = widths.map((width, j) => (row[j] ?? "").padEnd(width)).join("  ");
      const lines = wrap((row[columns - 1] ?? "").replace(/\s+/g, " ").trim(), room);
      const gap = columns > 1 ? "  " : "";
      return `  ${head}${gap}${lines.join(`\n${" ".repeat(indent)}`)}`.trimEnd();
    })
    .join("\n");
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
