/** The sections of timelines: the figure that the page's script draws into, the matrix of links, the totals of every row. */
import { inWords } from "../logging/index.ts";
import { capital } from "./channel-panels.ts";
import { escapeHtml } from "./encode.ts";
import { type Link, type LinkNode, type Links, linksOf, lostOf, mediumOf } from "./links.ts";
import { type DisplayTimeline, displayTimelines, MOST_ROWS } from "./span-display.ts";
import { totalsOf } from "./span-totals.ts";
import type { Timeline } from "./spans.ts";
import { digits, table } from "./tables.ts";

/** Nodes whose links are shown as a matrix. */
const MOST_NODES = 60;
/** With more nodes cells hold the share alone. */
const FEW_NODES = 12;
const MOST_OPEN_ROWS = 60;

export interface SpanGroup {
  /** Of the figure. */
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly timelines: readonly Timeline[];
  readonly links: readonly Links[];
}

/** One for each group of channels. */
export function spanGroups(timelines: readonly Timeline[]): SpanGroup[] {
  const groups = new Map<string, Timeline[]>();
  for (const timeline of timelines) {
    const { group } = timeline.channel.declared;
    groups.set(group, [...(groups.get(group) ?? []), timeline]);
  }
  return [...groups].map(([group, own], k) => {
    const titles = new Set(own.map(({ channel }) => channel.declared.title));
    const [only] = titles;
    const title =
      titles.size === 1 && only !== undefined && group !== "communications" ? only : capital(inWords(group));
    return { id: `spans-${k}`, group, title, timelines: own, links: linksOf(own) };
  });
}

export function displaySpans(groups: readonly SpanGroup[], span_s: readonly [number, number]): DisplayTimeline[] {
  const names = new Map<Timeline, Readonly<Record<string, string>>>();
  for (const { nodes } of groups.flatMap(({ links }) => links)) {
    const own = Object.fromEntries(
      [...nodes].reverse().map(({ address, timeline }) => [String(address), timeline.label]),
    );
    for (const { timeline } of nodes) names.set(timeline, own);
  }
  const byId = new Map(groups.map(({ id, timelines }) => [id, timelines]));
  return displayTimelines(byId, span_s, (timeline) => names.get(timeline) ?? {});
}

/** plots: what else a group has to show. */
export function spanSection(
  { id, title, timelines, links }: SpanGroup,
  display: DisplayTimeline,
  runs: readonly string[],
  plots: string,
): string {
  const label = `Spans of time of ${timelines.length} channels, one row each; the tables below have their numbers.`;
  const several = runs.length > 1;
  const matrices = links.filter(({ nodes }) => nodes.length > 1).map((each) => matrix(each, several ? runs : []));
  const figure = `<figure id="${id}" class="plot spans"><figcaption>${escapeHtml(title)} over time</figcaption><div class="canvas" role="img" aria-label="${escapeHtml(label)}"></div><div class="legend"></div>${note(timelines, display)}</figure>`;
  return `<section aria-labelledby="${id}-title"><h2 id="${id}-title">${escapeHtml(title)}</h2>
${figure}
${plots}${matrices.join("\n")}${totals(timelines)}</section>\n`;
}

function note(timelines: readonly Timeline[], { merged_s }: DisplayTimeline): string {
  const malformed = timelines.reduce((sum, each) => sum + each.malformed, 0);
  const drawn = timelines.length - MOST_ROWS;
  const parts = [
    "Losses stand below what is done and received. Spans shorter than a pixel are merged: the colour is that of the sort which takes more than half of their time, or else “mixed”; the paler, the less of the time they take.",
    ...(merged_s > 0
      ? [`The page holds spans of ${digits(merged_s)} s or longer one by one, and shorter ones merged in the same way.`]
      : []),
    ...(drawn > 0 ? [`${drawn} further channels are in the table only: at most ${MOST_ROWS} are drawn.`] : []),
    ...(malformed > 0
      ? [`${malformed} rows are left out: their times are not those of a run, or they end before they begin.`]
      : []),
  ];
  return `<p class="notes">${parts.join(" ")}</p>`;
}

function matrix(links: Links, runs: readonly string[]): string {
  const { nodes, medium, run, strangers } = links;
  const shown = nodes.slice(0, MOST_NODES);
  const words = [
    shown.length <= FEW_NODES
      ? "Share of frames received, by sender (row) and receiver (column)"
      : "Frames received in %, by sender (row) and receiver (column, by address)",
    ...(medium === "" ? [] : [medium]),
    ...(runs[run] === undefined ? [] : [runs[run]]),
  ];
  const heads = [
    "",
    ...shown.map((node) => `<span title="${escapeHtml(nameOf(node))}">${escapeHtml(shortName(node, shown))}</span>`),
  ];
  const rows = shown.map((sender, from) => [
    escapeHtml(nameOf(sender)),
    ...shown.map((receiver, to) => cell(links.between(from, to), sender, receiver, shown.length <= FEW_NODES)),
  ]);
  const few = shown.length <= FEW_NODES ? "" : " many";
  const left = nodes.length - shown.length;
  const unnoticed = nodes.reduce(
    (sum, _, from) => nodes.reduce((own, __, to) => own + (links.between(from, to)?.unnoticed ?? 0), sum),
    0,
  );
  const notes = [
    "Received, of the frames that were for the receiver or for all and whose fate there is known.",
    ...(unnoticed > 0
      ? [
          `Not counted: ${unnoticed} frames for one receiver that left no trace there, since they came far too weak, while it was off, or not before the end.`,
        ]
      : []),
    ...(left > 0 ? [`${left} further devices are not shown.`] : []),
    ...(strangers > 0 ? [`${strangers} rows name an address that no channel has.`] : []),
  ];
  const html = table("figures", heads, rows, escapeHtml(words.join(", ")));
  return `<div class="links${few}">${html}<p class="notes">${notes.join(" ")}</p></div>\n`;
}

const nameOf = ({ address, timeline }: LinkNode): string => `${timeline.label} (${address})`;

/** Names of few nodes; of many their addresses, or the columns would be wider than the page. */
function shortName(node: LinkNode, among: readonly LinkNode[]): string {
  return among.length <= FEW_NODES ? node.timeline.label : String(node.address);
}

function cell(link: Link | null, sender: LinkNode, receiver: LinkNode, withCounts: boolean): string {
  if (link === null) return sender === receiver ? "" : `<span class="none">–</span>`;
  const lost = lostOf(link);
  const all = link.received + lost;
  const reasons = [...link.lost].map(([word, count]) => `${count} ${word}`).join(", ");
  const besides = [
    ...(link.heard > 0 ? [`${link.heard} for others heard`] : []),
    ...(link.unnoticed > 0 ? [`${link.unnoticed} without a trace`] : []),
    ...(link.lostForOthers > 0 ? [`${link.lostForOthers} for others lost`] : []),
  ];
  const own =
    all === 0 ? "none for it" : `${link.received} received, ${lost} lost${reasons === "" ? "" : `: ${reasons}`}`;
  const title = `${nameOf(sender)} to ${nameOf(receiver)}: ${[own, ...besides].join("; ")}`;
  if (all === 0) return `<span class="none" title="${escapeHtml(title)}">–</span>`;
  const share = link.received / all;
  const counts = withCounts ? ` <small>${link.received}/${all}</small>` : "";
  const shown = withCounts ? `${percent(share)} %${counts}` : percent(share);
  return `<span class="share share-${tenth(share)}" title="${escapeHtml(title)}">${shown}</span>`;
}

/** Not 100 % while one is missing, nor 0 while there is one. */
function percent(share: number): string {
  return String(share > 0 && share < 1 ? Math.min(99, Math.max(1, Math.round(100 * share))) : 100 * share);
}

function tenth(share: number): number {
  return share === 1 ? 10 : Math.min(9, Math.floor(10 * share));
}

function totals(timelines: readonly Timeline[]): string {
  const each = timelines.map((timeline) => ({ timeline, totals: totalsOf(timeline) }));
  const words = new Map<string, boolean>();
  for (const { timeline, totals: own } of each)
    timeline.sorts.forEach(({ word, lost }, k) => {
      if (own[k]!.count > 0) words.set(word, lost || (words.get(word) ?? false));
    });
  const shown = [...words.keys()];
  const rows = each.map(({ timeline, totals: own }) => {
    const { address } = timeline.channel.about ?? {};
    const name = address === undefined ? timeline.label : `${timeline.label} (${address})`;
    const medium = mediumOf(timeline);
    return [
      escapeHtml(medium === "" ? name : `${name}, ${medium}`),
      ...shown.map((word) => {
        const places = timeline.sorts.flatMap((sort, k) => (sort.word === word && own[k]!.count > 0 ? [k] : []));
        if (places.length === 0) return "–";
        const count = places.reduce((sum, k) => sum + own[k]!.count, 0);
        const share = places.reduce((sum, k) => sum + own[k]!.share, 0);
        return `${count} <small>${shareText(share)}</small>`;
      }),
    ];
  });
  const open = rows.length <= MOST_OPEN_ROWS ? " open" : "";
  const html = table("figures", ["", ...shown.map(escapeHtml)], rows, "Spans by sort", true);
  return `<details${open}><summary>Number of spans by sort, and the share of time that they take (${rows.length})</summary>${html}
<p class="notes">Shares are of the duration of the run; time in which several spans of a sort overlap counts once.</p></details>\n`;
}

function shareText(share: number): string {
  if (share === 0) return "0 %";
  return share < 0.0001 ? "&lt; 0.01 %" : `${Number((100 * share).toPrecision(3))} %`;
}
