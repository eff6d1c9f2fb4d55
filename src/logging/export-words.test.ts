/** Numbers that stand for one of several sorts, in exports: the number as it is, and its word beside it. */
import { expect, test } from "vitest";
import {
  CHANNELS_METADATA,
  type ChannelDeclaration,
  declarationText,
  exportCsv,
  exportJson,
  exportXml,
  type Log,
  LogWriter,
  openLog,
} from "./index.ts";
import { MemorySink, memorySource } from "./test/support.ts";

const NASTY = 'a "word", <so>';
const WORDS = ["sending", NASTY, "received"];

function logOf(fields: readonly string[], rows: readonly (readonly number[])[]): Log {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression: null, library: "test" });
  const declared: ChannelDeclaration = {
    ...({ topic: "/a/m", plot: "timeline", group: "communications" } as const),
    fields: fields.map((name) => (name === "sort" ? { name, unit: "", words: WORDS } : { name, unit: "" })),
  };
  writer.metadata(CHANNELS_METADATA, { "/a/m": declarationText(declared) });
  const record = writer.record("/a/m", "test.Spans", fields);
  rows.forEach((row, k) => {
    record.write(k * 1e9, Float64Array.from(row), 0);
  });
  writer.close();
  return openLog(memorySource(sink.bytes), null);
}
const joined = (pieces: Iterable<string>): string => [...pieces].join("");
const rows = [
  [0, 1, 2],
  [1, 1, 1],
  [2, 1, 7],
  [3, 1, 0.5],
  [4, 1, Number.NaN],
];

test("CSV: a column behind all others has the words, empty where a number has none; the numbers stay", () => {
  const lines = joined(exportCsv(logOf(["begin_s", "end_s", "sort"], rows), "/a/m")).split("\r\n");
  expect(lines).toEqual([
    "t_ns,t_s,begin_s,end_s,sort,sort_word",
    "0,0,0,1,2,received",
    '1000000000,1,1,1,1,"a ""word"", <so>"',
    "2000000000,2,2,1,7,",
    "3000000000,3,3,1,0.5,",
    "4000000000,4,4,1,NaN,",
    "",
  ]);
});

test("JSON: a key beside the number, null where a number has no word", () => {
  const document = JSON.parse(joined(exportJson(logOf(["begin_s", "end_s", "sort"], rows), ["/a/m"])));
  const [channel] = document.channels;
  expect(channel.names).toEqual(["begin_s", "end_s", "sort", "sort_word"]);
  const messages: { sort: unknown; sort_word: unknown }[] = channel.messages;
  expect(messages.map(({ sort, sort_word }) => [sort, sort_word])).toEqual([
    [2, "received"],
    [1, NASTY],
    [7, null],
    [0.5, null],
    ["NaN", null],
  ]);
});

test("XML: a cell of text, escaped", () => {
  const xml = joined(exportXml(logOf(["sort"], [[1]]), ["/a/m"]));
  const texts = [...xml.matchAll(/<Data ss:Type="(\w+)">([^<]*)</g)].map(([, type, text]) => [type, text]);
  expect(texts.slice(3)).toEqual([
    ["String", "sort_word"],
    ["Number", "0"],
    ["Number", "0"],
    ["Number", "1"],
    ["String", "a &quot;word&quot;, &lt;so&gt;"],
  ]);
});

test("a channel that has a field of that name already keeps its own", () => {
  const lines = joined(exportCsv(logOf(["sort", "sort_word"], [[2, 5]]), "/a/m")).split("\r\n");
  expect(lines.slice(0, 2)).toEqual(["t_ns,t_s,sort,sort_word", "0,0,2,5"]);
});
