/** Every channel of the logs, drawn or not: what a reader looks for who does not find something. */
import { escapeHtml } from "./encode.ts";
import type { ListedChannel, RunData } from "./input.ts";
import { seconds, table } from "./tables.ts";

/** Rows that start open: the list of a fleet is folded. */
const FEW = 12;

/** "" where nothing is listed. */
export function channelsSection(runs: readonly RunData[]): string {
  const rows = runs.flatMap(({ name, listed = [] }) =>
    listed.map((channel) => [
      ...row(channel),
      ...(runs.length > 1 ? [escapeHtml(name)] : []),
      escapeHtml(channel.note === "" ? "yes" : channel.note),
    ]),
  );
  if (rows.length === 0) return "";
  const heads = ["topic", "schema", "encoding", "messages", "time", ...(runs.length > 1 ? ["log"] : []), "shown"];
  const open = rows.length <= FEW ? " open" : "";
  return `<section aria-labelledby="channels"><h2 id="channels">Channels</h2>
<details${open}><summary>Everything that was logged (${rows.length})</summary>${table("words", heads, rows, "Channels", true)}</details>
</section>`;
}

function row({ topic, schema, encoding, messages, span_s }: ListedChannel): string[] {
  const time = span_s === null ? "–" : `${seconds(span_s[0])} … ${seconds(span_s[1])}`;
  return [escapeHtml(topic), escapeHtml(schema), escapeHtml(encoding), String(messages), time];
}
