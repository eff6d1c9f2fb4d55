import { expect, test } from "vitest";
import { formatPlace } from "../../core/index.ts";
import { esriAscii, sampled } from "../test/map-writers.ts";
import { readEsriAscii } from "./esri-ascii.ts";
import { MapError } from "./map-error.ts";
import { mapDepth_m } from "./map-grid.ts";

const projected = { coordinates: "projected" } as const;
const f = (north: number, east: number): number => -(20 + 2 * north + 3 * east);

test.each([
  ["corner", 100, 50, 102.5, 52.5, "pixel"],
  ["center", 100, 50, 100, 50, "gridline"],
] as const)(
  "with xll%s %d and yll… %d the south-western value stands at %d, %d",
  (registration, west, south, x, y, kind) => {
    const map = sampled(f, 3, 4, [y + 10, -5], [x, 5]);
    const text = esriAscii(map, { registration, west, south, cell: 5 });
    const read = readEsriAscii("a.asc", text, projected);
    expect([read.firstEast, read.firstNorth, read.rows, read.columns, read.registration]).toEqual([x, y, 3, 4, kind]);
    // f is a plane, so bilinear interpolation meets it; half a cell of error would be 5 or 7.5 m.
    expect(mapDepth_m(read, y + 3.7, x + 8.1)).toBeCloseTo(-f(y + 3.7, x + 8.1), 9);
  },
);

test("rows come from the north, keys in any case and order, values over any lines, comments anywhere", () => {
  const text = `# soundings of 1912
    CELLSIZE 0.5   # degrees
    NROWS 2 NCOLS 3
    yllCenter 10\tXLLCENTER 20
    -1 -2
    -3   # first row
    \t-4\r\n-5 -6e0 # end`;
  const read = readEsriAscii("a.asc", text, { coordinates: "geographic", epsg: 4326 });
  expect([...read.depths_m]).toEqual([4, 5, 6, 1, 2, 3]);
  expect([read.coordinates, read.epsg, read.firstNorth, read.firstEast]).toEqual(["geographic", 4326, 10, 20]);
});

test("a byte order mark, a file without NODATA_value, and dx and dy for cells that are not square", () => {
  const read = readEsriAscii(
    "a.asc",
    "\uFEFFncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ndx 2\ndy 4\n-9999 7",
    projected,
  );
  expect([...read.depths_m]).toEqual([Number.NaN, -7]);
  expect([read.firstEast, read.firstNorth, read.stepEast, read.stepNorth]).toEqual([1, 2, 2, 4]);
});

const header = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n";

test("NODATA is a gap as its float32 too, and so is nan", () => {
  const text = `${header}NODATA_value -3.4028234663852886e+38\n-3.40282347e+38 nan 3\n4 -NaN 6`;
  expect(readEsriAscii("a.asc", text, projected).gaps).toBe(3);
  expect(readEsriAscii("a.asc", `${header}NODATA_value nan\nnan 2 3 4 5 6`, projected).gaps).toBe(1);
});

test("depths, and other units, are what the caller says", () => {
  const read = readEsriAscii("a.asc", `${header}1 2 3 4 5 6`, { ...projected, quantity: "depth", unit_m: 2 });
  expect([...read.depths_m]).toEqual([8, 10, 12, 2, 4, 6]);
});

/** Text with the place of the first diagnostic marked <|so|>; the diagnostics as "code message". */
function problems(marked: string, options = projected as Parameters<typeof readEsriAscii>[2]): string[] {
  const start = marked.indexOf("<|");
  const end = marked.indexOf("|>");
  const text = marked.replace("<|", "").replace("|>", "");
  try {
    readEsriAscii("a.asc", text, options);
  } catch (error) {
    if (!(error instanceof MapError)) throw error;
    expect(error.message).not.toContain("\n");
    if (start >= 0) {
      const before = marked.slice(0, start).split("\n");
      const place = `a.asc:${before.length}:${(before.at(-1) ?? "").length + 1}`;
      const range = error.diagnostics[0]?.range;
      expect(formatPlace(range!)).toBe(place);
      const inside = marked.slice(start + 2, end).split("\n");
      const column = (inside.length === 1 ? (before.at(-1) ?? "").length : 0) + (inside.at(-1) ?? "").length + 1;
      expect([range?.endLine, range?.endColumn]).toEqual([before.length + inside.length - 1, column]);
    }
    return error.diagnostics.map(
      ({ code, message, hint }) => `${code} ${message}${hint === undefined ? "" : ` (${hint})`}`,
    );
  }
  return [];
}

test("what is not a number is reported where it stands, with a guess for decimal commas", () => {
  expect(problems(`${header}1 2 3\n4 <|12,5|> 6`)).toEqual([
    'MAP010 "12,5" is not a number (decimals are written with a point)',
  ]);
  expect(problems(`${header}1 2 <|0x10|>\n4 five Infinity`)).toEqual([
    'MAP010 "0x10" is not a number',
    'MAP010 "five" is not a number',
    'MAP010 "Infinity" is not a number',
  ]);
});

test("a file full of words gives twenty messages and a count, not a million", () => {
  const found = problems(`${header}${"1 x ".repeat(500)}`);
  expect(found.length).toBe(22);
  expect(found).toContain("MAP010 480 more values are not numbers");
});

test("too few and too many values are reported, at the row to blame where rows have lines of their own", () => {
  expect(problems(`${header}1 2 3\n<|4 5|>`)).toEqual([
    "MAP011 5 values where 2 rows of 3 columns need 6; this row has 2",
  ]);
  expect(problems(`${header}<|1 2 3 4|>  # one too many\n4 5 6`)).toEqual([
    "MAP011 7 values where 2 rows of 3 columns need 6; this row has 4",
  ]);
  expect(problems(`${header}1 2 3\n4 5 6\n<|7|>\n`)).toEqual([
    "MAP011 7 values where 2 rows of 3 columns need 6; this row has 1",
  ]);
  expect(problems(`${header}1 2\n3 4\n5<||>\n`)).toEqual(["MAP011 5 values where 2 rows of 3 columns need 6"]);
  expect(problems(header)).toEqual(["MAP011 0 values where 2 rows of 3 columns need 6"]);
});

test("missing, unknown and repeated keys are all reported at once, with what was meant", () => {
  expect(problems("ncols 3\nncols 4\nnrow 2\nxllcorner 0\n1 2 3")).toEqual([
    "MAP006 the header has no nrows",
    "MAP006 the header has no yllcorner or yllcenter",
    "MAP006 the header has no cellsize",
    "MAP008 ncols was already given as 3",
    'MAP007 unknown key "nrow" (did you mean "nrows"?)',
  ]);
  expect(problems("ncols 3\nnrows 2\nxllcorner 0\nxllcenter <|1|>\nyllcorner 0\ncellsize 1\n1")).toEqual([
    "MAP009 xllcorner and xllcenter are both given; one of them is enough",
  ]);
});

test("numbers of the header that cannot be are reported where they stand", () => {
  expect(problems(header.replace("ncols 3", "ncols <|2.5|>"))[0]).toBe(
    "MAP009 ncols = 2.5 is not allowed; it must be a whole number above 0",
  );
  expect(problems(header.replace("nrows 2", "nrows <|-2|>"))[0]).toContain("MAP009 nrows = -2");
  expect(problems(header.replace("cellsize 1", "cellsize <|0|>"))).toEqual([
    "MAP009 a cell of 0 is not allowed; it must be above 0",
  ]);
  expect(problems(header.replace("xllcorner 0", "xllcorner <|west|>"))[0]).toBe(
    'MAP010 xllcorner: "west" is not a number',
  );
  expect(problems(header.replace("cellsize 1\n", "cellsize<||>"))).toEqual(["MAP010 cellsize has no value"]);
});

test("a header that promises more than the file holds, or than is read, takes no memory for it", () => {
  const huge = "nrows 5000\nncols 5000\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3";
  expect(problems(huge)).toEqual(["MAP011 3 values where 5000 rows of 5000 columns need 25000000"]);
  expect(problems(huge.replace("ncols 5000", "ncols 1e9"))[0]).toContain("MAP005 5000 rows by 1000000000 columns");
});

test("whether coordinates are degrees or metres must be said, since the file does not", () => {
  expect(problems(`${header}1 2 3 4 5 6`, {})).toEqual([
    'MAP012 the file does not say whether its coordinates are geographic or projected (give the attribute coordinates="projected" where they are metres, coordinates="geographic" where they are degrees)',
  ]);
});

test("a header with its counts exchanged is refused with both counts; broken rows and other files are not", () => {
  const grid = (rows: number, columns: number, lines: string): string =>
    `ncols ${columns}\nnrows ${rows}\nxllcorner 0\nyllcorner 0\ncellsize 10\n${lines}\n`;
  const read = (text: string) => readEsriAscii("a.asc", text, { coordinates: "projected" });
  const fourByThree = "-1 -2 -3\n-4 -5 -6\n-7 -8 -9\n-10 -11 -12";
  expect(() => read(grid(3, 4, fourByThree))).toThrow(
    "a.asc:6:1: error MAP050: the header says 3 rows of 4 columns, but the values are 4 lines of 3: nrows and ncols are exchanged",
  );
  expect(read(grid(4, 3, fourByThree)).depths_m[0]).toBe(10);
  expect(read(grid(3, 4, "-1 -2\n-3 -4\n-5 -6\n-7 -8\n-9 -10\n-11 -12")).depths_m[0]).toBe(9);
  expect(read(grid(3, 4, fourByThree.replaceAll("\n", " "))).depths_m[0]).toBe(9);
  expect(read(grid(1, 4, "-1\n-2\n-3\n-4")).depths_m[0]).toBe(1);
});
