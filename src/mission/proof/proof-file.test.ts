import { expect, test } from "vitest";
import { compileMission } from "../compile/compile.ts";
import { Draws } from "../test/random-draws.ts";
import { checkProperty } from "./check.ts";
import { proofOf, readProof, writeProof } from "./proof-file.ts";
import { parseProperties } from "./property-parser.ts";
import { resolveProperties } from "./resolve.ts";

const { automaton } = compileMission("mission M; input A; output X; main await A; emit X end main", "m.mission");
const text = `property Goal: always can reach X;
property Calm: never X;
property Late: A leads to X within 2 reactions;
property None: X leads to A without A;`;
const verdicts = resolveProperties(parseProperties(text, "m.properties").tree, automaton!).properties.map((property) =>
  checkProperty(automaton!, property),
);
const proof = proofOf("thetis 1.2.3", "M", automaton!.hash(), verdicts);
const written = writeProof(proof);

test("a proof is read as it was written, with the automaton's hash, texts, verdicts and facts", () => {
  expect(readProof(written)).toEqual({ proof });
  expect(proof.automaton).toBe(automaton!.hash());
  expect(proof.properties.map((p) => [p.name, p.text, p.verdict])).toEqual([
    ["Goal", "always can reach X", "holds"],
    ["Calm", "never X", "fails"],
    ["Late", "A leads to X within 2 reactions", "fails"],
    ["None", "X leads to A eventually without A", "vacuous"],
  ]);
  expect(proof.properties[0]!.reach).toEqual({ staysPossible: true, everyRun: false, oneState: true });
});

test("the same verdicts give the same bytes, whatever the time they took", () => {
  const again = verdicts.map((v) => ({ ...v, time_ms: 99 }));
  expect(writeProof(proofOf("thetis 1.2.3", "M", automaton!.hash(), again))).toBe(written);
});

test("no byte of a proof can be changed, left out or added without notice", () => {
  const d = new Draws(1, "bytes");
  for (let at = 0; at < written.length; at++) {
    const other = String.fromCharCode(32 + ((written.charCodeAt(at) - 32 + d.between(1, 90)) % 94));
    for (const changed of [
      written.slice(0, at) + other + written.slice(at + 1),
      written.slice(0, at) + written.slice(at + 1),
      `${written.slice(0, at)} ${written.slice(at)}`,
    ]) {
      if (changed !== written) expect(readProof(changed), `${at}: ${changed}`).toHaveProperty("diagnostics");
    }
  }
});

test("a verdict that was changed together with the layout is refused by the hash", () => {
  const forged = written.replace('"verdict":"fails"', '"verdict":"holds"');
  expect(readProof(forged)).toMatchObject({ diagnostics: [{ code: "PRF023" }] });
});

test.each([
  ["", "PRF020"],
  ["[]", "PRF021"],
  ['{"format":"thetis-proof-9"}', "PRF021"],
  ['{"format":"thetis-proof-1"}', "PRF022"],
  ['{"format":"thetis-proof-1","tool":1,"mission":null,"automaton":[],"properties":{},"hash":2}', "PRF022"],
  [
    '{"format":"thetis-proof-1","tool":"","mission":"","automaton":"","source":"","properties":[null,{"verdict":"good"}],"hash":""}',
    "PRF022",
  ],
  ['{"format":"thetis-proof-1","tool":"","mission":"","automaton":"","source":"","properties":[],"hash":""}', "PRF023"],
])("%s is not a proof: %s", (content, code) => {
  const read = readProof(content, "x.proof.json");
  if (!("diagnostics" in read)) throw new Error("it was read");
  expect(read.diagnostics[0]).toMatchObject({ code, range: { file: "x.proof.json" } });
});
