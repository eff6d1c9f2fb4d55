/** Metres in the units of length that map files name, of their values and of their coordinates. */

const LENGTHS: readonly (readonly [RegExp, number])[] = [
  [/^(m|met(er|re)s?)$/i, 1],
  [/^(km|kilomet(er|re)s?)$/i, 1000],
  [/^(dm|decimet(er|re)s?)$/i, 0.1],
  [/^(cm|centimet(er|re)s?)$/i, 0.01],
  [/^(mm|millimet(er|re)s?)$/i, 0.001],
  [/^(ft|feet|foot|international[ _](foot|feet))$/i, 0.3048],
  [/^(us-?ft|ftus|(us|u\.s\.)[ _](survey[ _])?(foot|feet|ft)|foot_us)$/i, 1200 / 3937],
  [/^(fathoms?|fath?m?)$/i, 1.8288],
];

/** For messages. */
export const KNOWN_LENGTHS = "metres (also mm, cm, dm, km), feet, US survey feet and fathoms";

/** Undefined for what is not a known unit of length. */
export function metresIn(unit: string): number | undefined {
  return LENGTHS.find(([pattern]) => pattern.test(unit.trim()))?.[1];
}
