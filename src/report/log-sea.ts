/** What a log says of its sea beside its samples: gravity and ground in words, units of scalars, pictures around vehicles. */
import { type IndexedLog, identifier, type LogTable, PICTURE_FIELDS, SEA_METADATA } from "../logging/index.ts";
import type { ExcerptData, Picture } from "./input.ts";

/** Pictures that a report shows of one excerpt, evenly spread over the run. */
export const MOST_PICTURES = 6;

export interface LogSea {
  readonly words: readonly string[];
  readonly scalars: readonly { readonly column: string; readonly unit: string }[];
}

export function seaOf(log: Pick<IndexedLog, "metadata">): LogSea {
  const about = log.metadata.get(SEA_METADATA);
  if (about === undefined) return { words: [], scalars: [] };
  const number = (key: string, digits = 5): string => String(Number(Number(about[key]).toPrecision(digits)));
  const words = [`Gravity ${number("gravity_mps2", 6)} m/s².`];
  const rough = about.bottomRoughness_m;
  const roughness = rough === undefined || Number(rough) === 0 ? "" : `roughness ${number("bottomRoughness_m")} m rms`;
  if (about.bottomType !== undefined) {
    const ratios =
      `${number("bottomDensityRatio")} times as dense as the water, sound ${number("bottomSoundSpeedRatio")} times as fast, ` +
      `${number("bottomAttenuation_dBpWavelength", 3)} dB per wavelength`;
    words.push(`Bottom of ${about.bottomType}: ${[ratios, roughness].filter((w) => w !== "").join("; ")}.`);
  } else if (roughness !== "") words.push(`Bottom: ${roughness}.`);
  return { words, scalars: scalarsOf(about.units) };
}

function scalarsOf(text: string | undefined): LogSea["scalars"] {
  try {
    const units: unknown = JSON.parse(text ?? "{}");
    if (units === null || typeof units !== "object") return [];
    return Object.entries(units).map(([name, unit]) => ({ column: identifier(name), unit: String(unit) }));
  } catch {
    return []; // another program's record: the columns are in the log all the same
  }
}

/** The pictures that a table of their channel holds. */
export function excerptOf({ channels }: Pick<IndexedLog, "channels">, table: LogTable): ExcerptData {
  const { topic, names, columns, t_ns } = table;
  const { quantity = "", unit = "", range_m } = channels.find((each) => each.topic === topic)?.metadata ?? {};
  const at = PICTURE_FIELDS.map((field) => names.indexOf(field));
  const first = Math.max(...at) + 1;
  const pictures = Array.from(t_ns, (_, row): Picture => {
    const [t_s = 0, rows = 0, columnCount = 0, originNorth_m = 0, originEast_m = 0, depth_m = 0, spacing_m = 0] =
      at.map((k) => columns[k]?.[row] ?? 0);
    // A size that its channel has no fields for is damage.
    const cells = rows * columnCount;
    const known = cells > 0 && cells <= columns.length - first ? cells : 0;
    const values = Float64Array.from({ length: known }, (_, k) => columns[first + k]?.[row] ?? Number.NaN);
    return { t_s, rows, columns: columnCount, originNorth_m, originEast_m, depth_m, spacing_m, values };
  });
  return {
    quantity,
    unit,
    range_m: Number(range_m ?? Number.NaN),
    pictures: pictures.filter((p) => p.values.length > 0),
  };
}
