/** The lock file installs on every platform and names no host. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Locked {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")) as {
  packages: Readonly<Record<string, Locked>>;
};

test("every platform's binary of every package is in the lock file, or npm ci refuses it", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});

test("no entry records a download address", () => {
  const resolved = Object.values(packages).flatMap((entry) => entry.resolved ?? []);
  expect(resolved.filter((address) => /^[a-z+]+:/.test(address))).toEqual([]);
});
