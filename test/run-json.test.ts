/** What `thetis run --json` prints: the document of docs/architecture.md, section 5, on which scripts rely. */
import { existsSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { logOf, rowsOf } from "./support/run-logs.ts";
import { type Ended, Folder, root } from "./support/run-thetis.ts";
import { world } from "./support/run-worlds.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
const scenario = folder.write("sea.xml", world({ duration_s: 15 }));

interface RunDocument {
  readonly [key: string]: unknown;
  readonly events: readonly Record<string, unknown>[];
  readonly vehicles: Readonly<Record<string, { readonly final: Readonly<Record<string, number>> }>>;
}

describe("the document of a run", () => {
  let ended: Ended;
  let document: RunDocument;
  beforeAll(async () => {
    ended = await warmThetis(["run", scenario, "--seed", "11", "--log", folder.at("a.mcap"), "--json"]);
    document = JSON.parse(ended.stdout);
  });

  test("is all that is printed", () => {
    expect([ended.status, ended.stderr]).toEqual([0, ""]);
    expect(ended.stdout.endsWith("}\n")).toBe(true);
  });

  test("has the fields that scripts rely on, of their types", () => {
    expect(document).toMatchObject({
      scenario: "sea",
      seed: 11,
      until_s: 15,
      realTimeFactor: expect.any(Number),
      log: expect.stringMatching(/a\.mcap$/),
      events: expect.any(Array),
      vehicles: { auv: { final: expect.any(Object) } },
    });
    expect(document.realTimeFactor).toBeGreaterThan(0);
    expect(existsSync(document.log as string)).toBe(true);
  });

  test("tells the events as the log does", () => {
    const logged = rowsOf(logOf(folder.at("a.mcap")), "/events").map(({ t_ns, values }) => ({
      t_s: t_ns / 1e9,
      name: values.name,
      message: values.message,
    }));
    expect(logged).toHaveLength(3);
    expect(document.events).toMatchObject(logged);
    // A world without a bottom: the Doppler log says so.
    const levels = document.events.map(({ name, level }) => [name, level]);
    expect(levels).toEqual([
      ["auv/pilot", "info"],
      ["auv/dvl", "warning"],
      ["auv/pilot", "info"],
    ]);
  });

  test("tells the final state as the log's last sample does, angles in degrees", () => {
    const { final } = document.vehicles.auv!;
    const last = rowsOf(logOf(folder.at("a.mcap")), "/auv/state").at(-1)!;
    expect(last.t_ns).toBe(15e9);
    const { values } = last as { values: Record<string, number> };
    for (const name of ["north_m", "east_m", "depth_m"]) expect(final[name]).toBe(values[name]);
    const degrees = (name: string): number => ((values[`${name}_rad`]! * 180) / Math.PI + 360) % 360;
    // One conversion of a double apart.
    for (const name of ["roll", "pitch", "heading"])
      expect((final[`${name}_deg`]! + 360) % 360).toBeCloseTo(degrees(name), 9);
    expect(final.speed_mps).toBeCloseTo(Math.hypot(values.u_mps!, values.v_mps!, values.w_mps!), 12);
  });
});

test("without a log the field is null, and no folder of runs appears", async () => {
  const { status, stdout } = await warmThetis(["run", scenario, "--no-log", "--until", "1", "--json"], {
    cwd: folder.path,
  });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ log: null, until_s: 1 });
  expect(folder.names()).not.toContain("runs");
});

test("without a word about it the log goes to runs/, and with --report the page beside it", async () => {
  const { status, stdout } = await warmThetis(["run", scenario, "--until", "2", "--report", "--json"], {
    cwd: folder.path,
  });
  expect(status).toBe(0);
  const { log, report } = JSON.parse(stdout) as { log: string; report: string };
  expect([log, report]).toEqual(["runs/sea.mcap", "runs/sea.html"]);
  expect(folder.names("runs")).toEqual(["sea.html", "sea.mcap"]);
});

test("every vehicle is in the document, in the scenario's order", async () => {
  const more = ["one", "two"].map(
    (id, i) => `<vehicle id="${id}" file="${root}components/vehicles/rexrov.xml" position_m="0 ${10 + 5 * i} 20"/>`,
  );
  const text = world({ duration_s: 1, step_s: 0.01 }).replace("</vehicle>", `</vehicle>${more.join("")}`);
  const { stdout } = await warmThetis(["run", folder.write("three.xml", text), "--no-log", "--json"]);
  const { vehicles } = JSON.parse(stdout) as RunDocument;
  expect(Object.keys(vehicles)).toEqual(["auv", "one", "two"]);
  for (const { final } of Object.values(vehicles))
    for (const value of Object.values(final)) expect(value).toBeTypeOf("number");
});
