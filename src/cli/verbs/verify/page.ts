/**
 * The report of a verification: one HTML file that needs nothing else, in the style of the reports of runs. It has no script; pictures are
 * in it as data. Verdicts stand beside what was published, where that is known.
 */
import {
  type Counterexample,
  counterexampleSvg,
  counterexampleText,
  type Verdict,
} from "../../../mission/proof/index.ts";
import { escapeHtml } from "../../../report/index.ts";
import type { NumberOf, Published, PublishedView } from "./published.ts";

export interface DrawnView {
  readonly view: PublishedView;
  /** null where it is too large to be drawn. */
  readonly svg: string | null;
  readonly states: number;
  readonly transitions: number;
  readonly time_ms: number;
}

export interface VerdictPage {
  readonly mission: string;
  readonly file: string;
  readonly properties: string;
  readonly hash: string;
  readonly tool: string;
  readonly numbers: Readonly<Record<NumberOf, number>>;
  readonly verdicts: readonly Verdict[];
  readonly published: Published | null;
  readonly views: readonly DrawnView[];
  /** The style of the other reports. */
  readonly style: string;
}

export function verdictPage(page: VerdictPage): string {
  const { mission, published, views, verdicts, style } = page;
  const title = `${mission}: what is proved`;
  // No script at all, and pictures only from within.
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
  const parts = [
    section("mission", "The mission", aboutTable(page)),
    ...(published === null
      ? []
      : [section("claims", "What was published, and what is proved here", claims(published, verdicts))]),
    section("verdicts", "Properties", verdictTable(verdicts)),
    ...(views.length === 0 ? [] : [section("views", "Abstract views", views.map(viewFigure).join("\n"))]),
    ...counterexamples(verdicts),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<style>${OWN_STYLE}</style>
</head>
<body>
<main>
<header>
<h1>${escapeHtml(title)}</h1>
</header>
${parts.join("\n")}
</main>
</body>
</html>
`;
}

const OWN_STYLE = `
td.holds { color: var(--good, #1a7f37); font-weight: 600; }
td.fails, td.undecided { color: var(--alarm); font-weight: 600; }
td.vacuous { color: var(--level-warning); font-weight: 600; }
td.number { text-align: right; white-space: nowrap; }
figure.view { margin: 12px 0 28px; }
figure.view img { max-width: 100%; height: auto; background: white; }
pre { overflow-x: auto; font-size: 12.5px; }
`;

function section(id: string, title: string, body: string): string {
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>\n${body}\n</section>`;
}

/** Signals in messages stand between backquotes. */
function marked(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}

interface Cell {
  readonly text: string;
  readonly kind?: string;
}

function table(heads: readonly string[], rows: readonly (readonly (Cell | string)[])[]): string {
  const cell = (value: Cell | string): string => {
    const { text, kind } = typeof value === "string" ? { text: value, kind: undefined } : value;
    return `<td${kind === undefined ? "" : ` class="${kind}"`}>${marked(text)}</td>`;
  };
  const head = heads.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join("");
  const body = rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("\n");
  const top = heads.every((text) => text === "") ? "" : `<thead><tr>${head}</tr></thead>\n`;
  return `<div class="table"><table>${top}<tbody>${body}</tbody></table></div>`;
}

const number = (value: number): Cell => ({ text: String(value), kind: "number" });
const time = (time_ms: number | null): Cell => ({
  text: time_ms === null ? "" : `${time_ms.toFixed(time_ms < 10 ? 1 : 0)} ms`,
  kind: "number",
});

function aboutTable({ file, properties, hash, tool, numbers, published, verdicts }: VerdictPage): string {
  const total = verdicts.reduce((sum, v) => sum + (v.time_ms ?? 0), 0);
  const facts = table(
    ["", ""],
    [
      ["mission", file],
      ["properties", properties],
      ["automaton", hash],
      ["program", tool],
      ["time of all checks", time(total).text],
    ],
  );
  const known = published?.numbers ?? [];
  if (known.length === 0) {
    return `${facts}\n${table(
      ["", "here"],
      Object.entries(numbers).map(([what, value]) => [what, number(value)]),
    )}`;
  }
  const rows = known.map(({ what, published: said, of }) => [
    what,
    { text: said, kind: "number" },
    number(numbers[of]),
  ]);
  return `${facts}\n${table(["", published!.source, "here"], rows)}`;
}

const WORDS = { holds: "holds", fails: "fails", vacuous: "says nothing", undecided: "is undecided" } as const;

/** A claim is met where all its properties hold; else those are named that do not. */
export function claimVerdict(properties: readonly string[], verdicts: readonly Verdict[]): string {
  const of = properties.map((name) => verdicts.find((v) => v.property === name)!);
  const wrong = of.filter((v) => v.verdict !== "holds");
  return wrong.length === 0 ? "holds" : wrong.map((v) => `${v.property} ${WORDS[v.verdict]}`).join(", ");
}

function claims({ source, claims: all }: Published, verdicts: readonly Verdict[]): string {
  const rows = all.map(({ claim, published, properties }) => {
    const of = verdicts.filter((v) => properties.includes(v.property));
    const verdict = claimVerdict(properties, verdicts);
    return [
      claim,
      published,
      { text: verdict, kind: verdict === "holds" ? "holds" : "fails" },
      properties.join(", "),
      [...new Set(of.map((v) => v.proved))].join("; "),
      time(of.reduce((sum, v) => sum + (v.time_ms ?? 0), 0)),
    ];
  });
  return table(["claim", source, "here", "properties", "what was found", "time"], rows);
}

function verdictTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ property, verdict, text, proved, configurations, time_ms }) => [
    { text: verdict, kind: verdict },
    property,
    text,
    proved,
    number(configurations),
    time(time_ms),
  ]);
  return table(["verdict", "property", "what it says", "what was found", "visited", "time"], rows);
}

function picture(svg: string, alt: string): string {
  const data = Buffer.from(svg, "utf8").toString("base64");
  return `<img alt="${escapeHtml(alt)}" src="data:image/svg+xml;base64,${data}">`;
}

function viewFigure({ view, svg, states, transitions, time_ms }: DrawnView): string {
  const { title, published, signals, without, equivalence } = view;
  const size = `${states} states and ${transitions} transitions modulo ${equivalence} equivalence, in ${time(time_ms).text}`;
  const seen = `${signals.join(", ")}${without.length === 0 ? "" : `; without ${without.join(", ")}`}`;
  return `<figure class="view"><h3>${escapeHtml(title)}</h3>
<p>${escapeHtml(published)}</p>
<p class="notes">Here, seen through ${escapeHtml(seen)}: ${size}.</p>
${svg === null ? "<p>It is too large to be drawn.</p>" : picture(svg, `${title}: states and transitions`)}
</figure>`;
}

function counterexamples(verdicts: readonly Verdict[]): string[] {
  const found = verdicts.flatMap((v) => (v.counterexample === null ? [] : [shown(v, v.counterexample)]));
  return found.length === 0 ? [] : [section("counterexamples", "Counterexamples", found.join("\n"))];
}

function shown({ property, text }: Verdict, counterexample: Counterexample): string {
  return `<h3>${escapeHtml(property)}: ${escapeHtml(text)}</h3>
<figure class="view">${picture(counterexampleSvg(property, text, counterexample), `${property}, reaction by reaction`)}</figure>
<details><summary>in words</summary><pre>${escapeHtml(counterexampleText(counterexample))}</pre></details>`;
}
