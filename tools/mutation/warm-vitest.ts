/**
 * What tests import from "vitest" in the warm runner: the same expectations, and tests that are collected to be run again and
 * again. Left out: mocks, snapshots, fixtures, hooks other than beforeAll.
 */
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  customMatchers,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
} from "@vitest/expect";

export interface CollectedTest {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly body: () => unknown;
}

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

const asymmetric = (globalThis as unknown as Record<symbol, object>)[ASYMMETRIC_MATCHERS_OBJECT];
export const expect = Object.assign(
  (value: unknown, message?: string) => chai.expect(value, message),
  chai.expect,
  asymmetric,
);
(expect as unknown as { extend(matchers: object): void }).extend = (matchers) =>
  (chai.expect as unknown as { extend(e: unknown, m: object): void }).extend(expect, matchers);
(expect as unknown as { extend(matchers: object): void }).extend(customMatchers);

/** Collected while files are imported, one after the other. */
export const collected: CollectedTest[] = [];
export const hooks: (() => unknown)[] = [];
let file = "";
let suites: readonly string[] = [];
const used = new Set<string>();

export function beginFile(name: string): void {
  file = name;
  suites = [];
  hooks.length = 0;
}

type Body = (...args: never[]) => unknown;
type Each = (rows: readonly unknown[]) => (name: string, body: Body) => void;

function collect(name: string, body: () => unknown): void {
  const base = `${file}#${[...suites, name].join(" ")}`;
  // Rows of a table may have one name.
  let id = base;
  for (let k = 2; used.has(id); k++) id = `${base} (${k})`;
  used.add(id);
  collected.push({ id, name: id.slice(file.length + 1), file, body });
}

const rowsOf =
  (add: (name: string, body: () => unknown) => void): Each =>
  (rows) =>
  (name, body) => {
    rows.forEach((row, i) => {
      const args = (Array.isArray(row) ? row : [row]) as never[];
      add(`${name} [${i}]`, () => body(...args));
    });
  };

function suite(name: string, body: () => unknown): void {
  const outer = suites;
  suites = [...outer, name];
  body();
  suites = outer;
}

/** The body is the last function: options may stand before it, a time limit behind it. */
const plain =
  (add: (name: string, body: () => unknown) => void) =>
  (name: string, ...rest: unknown[]): void => {
    const body = rest.find((each) => typeof each === "function");
    if (body === undefined) throw new Error(`${name}: a test without a body`);
    add(name, body as () => unknown);
  };

export const test = Object.assign(plain(collect), { each: rowsOf(collect) });
export const it = test;
export const describe = Object.assign(plain(suite), { each: rowsOf(suite) });
export const beforeAll = (body: () => unknown): void => {
  hooks.push(body);
};
