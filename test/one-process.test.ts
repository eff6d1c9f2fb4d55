/**
 * Many tests call the command line in a process that stays (support/warm-thetis.ts). Here every verb once as a user starts it, in a
 * process of its own: it ends with the same code and puts out the same, and calls do not change what comes after them.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Ended, Folder, thetis } from "./support/run-thetis.ts";
import { world } from "./support/run-worlds.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
folder.write("sea.xml", world({ duration_s: 4 }));
folder.write("wrong.xml", '<thruster id="t" diametre_m="1"/>\n');
folder.write("fair.aut", 'des (0,3,2)\n(0,"coin",1)\n(1,"coffee",0)\n(1,"tea",0)\n');
folder.write("m.mission", "mission M; input A; output B; main await A; emit B end main\n");

/** The time that a run took is another one each time. */
function lasting(ended: Ended): Ended {
  return {
    ...ended,
    stdout: ended.stdout.replace(/simulated in [^\n]*/, "simulated").replace(/"realTimeFactor": .*/, ""),
  };
}

test.each<[string, string[], string[]]>([
  ["run", ["run", "sea.xml", "--log", "a.mcap", "--force"], ["a.mcap"]],
  ["run of a log", ["run", "a.mcap", "--log", "b.mcap", "--force", "--json"], ["b.mcap"]],
  ["report", ["report", "a.mcap", "--output", "a.html"], ["a.html"]],
  ["export", ["export", "a.mcap", "--channel", "/auv/state"], []],
  ["check", ["check", "sea.xml", "wrong.xml"], []],
  ["fmt", ["fmt", "m.mission", "--stdout"], []],
  ["verify", ["verify", "m.mission", "--json"], []],
  ["components", ["components", "show", "remus100"], []],
  ["tune", ["tune", "bluerov2-heavy"], []],
  ["lts", ["lts", "reduce", "fair.aut"], []],
  ["completion", ["completion", "bash"], []],
  ["an unknown verb", ["chekc"], []],
  ["a wrong call as JSON", ["components", "show", "nosuch", "--json"], []],
])("%s in a process of its own, and in one that stays", async (_, args, files) => {
  const options = { cwd: folder.path };
  const content = (): Buffer[] => files.map((file) => readFileSync(folder.at(file)));
  const [own, written] = [lasting(await thetis(args, options)), content()];
  expect(own.stdout + own.stderr).not.toBe("");
  for (let k = 0; k < 2; k++) {
    expect(lasting(await warmThetis(args, options))).toEqual(own);
    content().forEach((bytes, i) => {
      expect(bytes.equals(written[i]!)).toBe(true);
    });
  }
});
