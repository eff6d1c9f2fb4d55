/**
 * How a thing rubs and rebounds where it touches another: parameters that everything has that can be touched, by whatever kind.
 *
 * Of a pair, friction and restitution are the geometric means of those of its two sides: √(μ_a μ_b), √(e_a e_b). So a side without friction
 * makes a pair without, and two equal sides keep their own.
 * The defaults are assumed: μ 0.4 as for wet plastic or painted metal on concrete, sand or steel, which lie between 0.2 and 0.7; e 0.3, a
 * dull knock.
 */
export const rubbingParams = {
  friction: {
    doc: "μ, Coulomb's coefficient of what it touches; the default is assumed",
    unit: "1",
    min: 0,
    max: 10,
    default: 0.4,
  },
  restitution: {
    doc: "e, share of the approach speed with which it rebounds, as energy e²; the default is assumed",
    unit: "1",
    min: 0,
    max: 1,
    default: 0.3,
  },
} as const;

export const RUBBING_READS = ["friction", "restitution"] as const;

/** How the solids of one thing rub and rebound: one number for each solid, or one for all. */
export interface Rubbing {
  readonly friction: readonly number[];
  readonly restitution: readonly number[];
}

/** Of a component with rubbingParams; the defaults where there is none. */
export function rubbingOf(component: { readonly params: Readonly<Record<string, unknown>> } | undefined): Rubbing {
  const { friction = rubbingParams.friction.default, restitution = rubbingParams.restitution.default } =
    (component?.params ?? {}) as { friction?: number; restitution?: number };
  return Object.freeze({ friction: Object.freeze([friction]), restitution: Object.freeze([restitution]) });
}
