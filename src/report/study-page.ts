/**
 * The report of a study: a publication's figures beside ours, tables and pictures, and the panels of the runs that were made for it.
 * One HTML file that needs nothing else; without runs it has no script at all.
 */
import { base64, utf8 } from "../core/index.ts";
import { escapeHtml } from "./encode.ts";
import { PAGE_ASSETS } from "./generated/page-assets.ts";
import type { PlotLibrary, ReportInput } from "./input.ts";
import { documentHead, type PageFront, reportHtml } from "./page.ts";
import { table } from "./tables.ts";

/** All texts are plain: they are escaped here. */
export interface Study {
  readonly title: string;
  readonly lead: string;
  /** Paragraphs, below the tables. */
  readonly about: readonly string[];
  /** How many of what hold, in a sentence. */
  readonly tally: string;
  readonly claims: readonly StudyClaim[];
  readonly tables: readonly StudyTable[];
  readonly pictures: readonly { readonly title: string; readonly svg: string }[];
  /** null where no scenario was run. */
  readonly runs: ReportInput | null;
}

/** One figure of the publication, in words. */
export interface StudyClaim {
  readonly claim: string;
  /** Where it is published. */
  readonly source: string;
  readonly published: string;
  readonly ours: string;
  readonly difference: string;
  readonly verdict: string;
  readonly isGood: boolean;
  readonly why: string;
  /** Why the tolerance is what it is. */
  readonly tolerance: string;
}

export interface StudyTable {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly note: string;
}

const STUDY_STYLE = `
.holds { color: var(--good, #1a7f37); font-weight: 600; }
.fails { color: var(--alarm); font-weight: 600; }
.study tbody th { min-width: 24ch; white-space: normal; }
.study td { white-space: nowrap; overflow-wrap: normal; }
.study td:last-child { min-width: 36ch; white-space: normal; }
.study small { color: var(--soft); font-weight: 400; }
figure.picture { margin: 12px 0 28px; }
figure.picture img { max-width: 100%; height: auto; }
`;

export function studyHtml(study: Study, library: PlotLibrary): string {
  const front = frontOf(study);
  if (study.runs !== null) return reportHtml({ ...study.runs, title: study.title }, library, front);
  // No script at all, and pictures only from within.
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
  return `${documentHead(study.title, policy, [PAGE_ASSETS.documentStyle, front.style])}
<body>
<main>
<header>
<h1>${escapeHtml(study.title)}</h1>
<p class="lead">${escapeHtml(front.lead)}</p>
<nav class="contents" aria-label="Contents">${front.contents}</nav>
</header>
${front.sections}
</main>
</body>
</html>
`;
}

function frontOf(study: Study): PageFront {
  const sections = [
    section("claims", "What was published, and what comes out here", claims(study)),
    ...(study.pictures.length === 0 ? [] : [section("pictures", "Pictures", study.pictures.map(picture).join("\n"))]),
    ...(study.tables.length === 0 ? [] : [section("tables", "Tables", study.tables.map(described).join("\n"))]),
    section("how", "How", study.about.map((words) => `<p>${escapeHtml(words)}</p>`).join("\n")),
  ];
  const links = [
    ["claims", "Claims"],
    ...(study.pictures.length === 0 ? [] : [["pictures", "Pictures"]]),
    ...(study.tables.length === 0 ? [] : [["tables", "Tables"]]),
    ["how", "How"],
  ];
  return {
    lead: study.lead,
    contents: links.map(([id, words]) => `<a href="#${id}">${words}</a>`).join(""),
    sections: sections.join("\n"),
    style: STUDY_STYLE,
  };
}

function claims({ claims, tally }: Study): string {
  const small = (words: string): string => `<br><small>${escapeHtml(words)}</small>`;
  const rows = claims.map((claim) => [
    `${escapeHtml(claim.claim)}${small(claim.source)}`,
    escapeHtml(claim.published),
    escapeHtml(claim.ours),
    escapeHtml(claim.difference),
    `<span class="${claim.isGood ? "holds" : "fails"}">${escapeHtml(claim.verdict)}</span>`,
    `${escapeHtml(claim.why)}${small(`tolerance: ${claim.tolerance}`)}`,
  ]);
  const heads = ["claim", "published", "ours", "difference", "within", "why"];
  return `<p>${escapeHtml(tally)}.</p>
<div class="study">${table("words", heads, rows, "Claims", true)}</div>
<p class="notes">A calibration was solved from the published figure and confirms nothing. A misprint contradicts its own source: ours is the value set right, see the errata of the manual.</p>`;
}

function described({ title, heads, rows, note }: StudyTable): string {
  const cells = rows.map((row) => row.map(escapeHtml));
  return `${table("figures", heads.map(escapeHtml), cells, escapeHtml(title))}\n<p class="notes">${escapeHtml(note)}</p>`;
}

/** An image and not a part of the page: its styles are for itself. */
function picture({ title, svg }: { readonly title: string; readonly svg: string }): string {
  return `<figure class="picture"><img alt="${escapeHtml(title)}" src="data:image/svg+xml;base64,${base64(utf8(svg))}"></figure>`;
}

function section(id: string, title: string, body: string): string {
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>\n${body}\n</section>`;
}
