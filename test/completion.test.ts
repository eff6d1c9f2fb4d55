/** The completion scripts, asked by the shells themselves. Needs dist. */
import { beforeAll, describe, expect, test } from "vitest";
import { runProgram } from "./support/run-program.ts";
import { Folder } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
const scripts = new Map<string, string>();

beforeAll(async () => {
  const printed = ["bash", "zsh", "fish"].map(async (shell) => {
    const { status, stdout, stderr } = await warmThetis(["completion", shell]);
    expect([status, stderr]).toEqual([0, ""]);
    scripts.set(shell, folder.write(`thetis.${shell}`, stdout));
  });
  await Promise.all(printed);
  for (const name of ["sea.xml", "sea.mission"]) folder.write(`files/${name}`, "");
});

/** What a shell proposes for the last of these words. */
const ask: Readonly<Record<string, (words: readonly string[]) => string[]>> = {
  bash(words) {
    const line = words.map((word) => `'${word}'`).join(" ");
    const call = `source ${scripts.get("bash")}; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _thetis; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return lines(runProgram(folder.at("files"), "bash", ["--norc", "-c", call]));
  },
  zsh(words) {
    // Outside the line editor the functions of the completion system are stood in for by ones that print.
    const stubs = `compdef() { : }; _files() { print -l -- *(N) }; compadd() { shift; print -l -- "$@" }
      _describe() { print -l -- \${(P)2%%:*} }`;
    const line = words.map((word) => `'${word}'`).join(" ");
    const call = `${stubs}; source ${scripts.get("zsh")}; words=(${line}); CURRENT=${words.length}; _thetis`;
    const typed = words.at(-1)!;
    return lines(runProgram(folder.at("files"), "zsh", ["-f", "-c", call])).filter((word) => word.startsWith(typed));
  },
  fish(words) {
    const call = `source ${scripts.get("fish")}; complete -C '${words.join(" ")}'`;
    const answer = lines(runProgram(folder.at("files"), "fish", ["--no-config", "-c", call]));
    return answer.map((line) => line.split("\t")[0]!);
  },
};

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

describe.each(["bash", "zsh", "fish"])("%s", (shell) => {
  test.each<[string, string[]]>([
    ["thetis co", ["completion", "components"]],
    ["thetis components s", ["schema", "show"]],
    ["thetis run --allow", ["--allow-outside"]],
    ["thetis run sea.xml --mode o", ["offline", "online"]],
    ["thetis components new --out", ["--output"]],
    ["thetis lts compose --mo", ["--most-states"]],
    ["thetis completion f", ["fish"]],
    ["thetis acoustics a", ["arrivals"]],
    ["thetis reproduce erd", ["erdemir2018-links"]],
    ["thetis acoustics tl --sum i", ["incoherent"]],
    ["thetis export --format prom", ["promela"]],
  ])("completes %j", (line, expected) => {
    expect(ask[shell]!(line.split(" ")).sort()).toEqual(expected);
  });

  test("knows every verb", () => {
    const verbs = [
      "acoustics",
      "bench",
      "check",
      "completion",
      "components",
      "export",
      "fmt",
      "lts",
      "report",
      "reproduce",
      "run",
      "verify",
    ];
    expect(ask[shell]!(["thetis", ""])).toEqual(expect.arrayContaining(verbs));
  });

  test("leaves files to the shell where a file is wanted", () => {
    const proposed = ask[shell]!(["thetis", "check", "sea"]);
    // bash falls back on files by itself (complete -o default) where nothing is proposed.
    expect(proposed.sort()).toEqual(shell === "bash" ? [] : ["sea.mission", "sea.xml"]);
  });
});
