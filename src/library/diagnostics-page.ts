/** The manual's page of diagnostics, from tables of codes: this room's, and those of rooms that add their own. */
import { type CodeEntry, codeTable } from "./codes.ts";
import { escapeMarkdown, markdownTable } from "./reference.ts";

const GROUPS: readonly (readonly [string, string])[] = [
  ["XML", "The text of a file"],
  ["LIB", "Components"],
  ["DEF", "Definitions of kinds and models"],
  ["VEH", "Vehicles"],
  ["CTL", "Control laws"],
  ["MOD", "Modules and links"],
  ["SCN", "Scenarios"],
  ["MIS", "Missions, their scripts and exports"],
  ["PRF", "Properties and proofs"],
  ["LTS", "Transition systems"],
  ["MAP", "Map files"],
  ["MESH", "Mesh files"],
  ["ACO", "Environment files of acoustics"],
  ["CLI", "The command line"],
];

export function diagnosticsPage(table: readonly CodeEntry[] = codeTable): string {
  const sections = GROUPS.flatMap(([prefix, title]) => {
    const entries = table.filter((entry) => entry.code.startsWith(prefix));
    if (entries.length === 0) return [];
    const rows = entries.map((entry) => [
      `<a id="${entry.code}"></a>${entry.code}`,
      entry.severity,
      escapeMarkdown(entry.meaning),
      escapeMarkdown(entry.example),
    ]);
    return `## ${title}\n\n${markdownTable(["code", "severity", "meaning", "for example"], rows)}`;
  });
  const intro =
    "Every message about a file has a code that stays the same across releases. It comes with the place, the value " +
    "seen, the value allowed and, where one can be guessed, a hint.";
  const generated = "<!-- Generated from the table of codes; changes made here are lost. -->";
  return `# Diagnostics\n\n${generated}\n\n${intro}\n\n${sections.join("\n\n")}\n`;
}
