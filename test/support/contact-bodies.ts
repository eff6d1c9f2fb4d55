/**
 * Bodies for tests of contacts: scenario texts, and their mass matrix, momentum and energy worked out from the same numbers, apart from the
 * code that is tested.
 */

export type Vector = readonly number[];

export const DENSITY = 1000;

export interface Body {
  readonly id: string;
  readonly at: Vector;
  readonly attitude_deg?: Vector;
  readonly velocity?: Vector;
  readonly rate_degps?: Vector;
  readonly mass_kg: number;
  readonly volume_m3: number;
  readonly cg?: Vector;
  /** Centre of buoyancy. */
  readonly cb?: Vector;
  /** Ixx Iyy Izz Ixy Ixz Iyz about the centre of mass. */
  readonly inertia: Vector;
  /** Six or thirty-six numbers. */
  readonly added: Vector;
  readonly size: Vector;
  /** Elements <shape>, and what else the vehicle has. */
  readonly shapes: string;
}

export interface Rubbing {
  readonly mu?: number;
  readonly e?: number;
}

const SOURCE = '<provenance of="*" status="assumed" note="a test"/>';

export function rubbing({ mu = 0, e = 0 }: Rubbing): string {
  return `friction="${mu}" restitution="${e}"`;
}

export function shape(model: string, attributes: string, surface: Rubbing): string {
  return `<shape model="${model}" ${attributes} ${rubbing(surface)}>${SOURCE}</shape>`;
}

export function vehicle(body: Body): string {
  const {
    id,
    at,
    attitude_deg = [0, 0, 0],
    velocity = [0, 0, 0],
    rate_degps = [0, 0, 0],
    cg = [0, 0, 0],
    cb = [0, 0, 0],
  } = body;
  return `<vehicle id="${id}" length_m="1" position_m="${at.join(" ")}" attitude_deg="${attitude_deg.join(" ")}"
    velocity_mps="${velocity.join(" ")}" rate_degps="${rate_degps.join(" ")}">
    <hull id="hull" mass_kg="${body.mass_kg}" volume_m3="${body.volume_m3}" cg_m="${cg.join(" ")}" cb_m="${cb.join(" ")}" inertia_kgm2="${body.inertia.join(" ")}"
      shape="box" size_m="${body.size.join(" ")}" addedMass="${body.added.join(" ")}"/>${body.shapes}</vehicle>`;
}

/** A homogeneous box with the added mass that is given. */
export function box(body: Partial<Body> & { readonly size: Vector; readonly mass_kg: number }, surface: Rubbing): Body {
  const { size, mass_kg: m } = body;
  const [x, y, z] = size as [number, number, number];
  return {
    id: "box",
    at: [0, 0, 5],
    volume_m3: x * y * z,
    inertia: [(m / 12) * (y * y + z * z), (m / 12) * (x * x + z * z), (m / 12) * (x * x + y * y), 0, 0, 0],
    added: [0, 0, 0, 0, 0, 0],
    shapes: shape("box", `size_m="${size.join(" ")}"`, surface),
    ...body,
  };
}

/** A homogeneous ball of 0.4 m, with the added mass of a ball in water where none is given. */
export function ball(body: Partial<Body>, surface: Rubbing): Body {
  const mass_kg = body.mass_kg ?? 50;
  const radius_m = 0.2;
  const volume_m3 = (4 / 3) * Math.PI * radius_m ** 3;
  const added = (DENSITY * volume_m3) / 2;
  const inertia = 0.4 * mass_kg * radius_m * radius_m;
  return {
    id: "ball",
    at: [0, 0, 5],
    mass_kg,
    volume_m3,
    inertia: [inertia, inertia, inertia, 0, 0, 0],
    added: [added, added, added, 0, 0, 0],
    size: [2 * radius_m, 2 * radius_m, 2 * radius_m],
    shapes: shape("sphere", `diameter_m="${2 * radius_m}"`, surface),
    ...body,
  };
}

export interface World {
  readonly duration_s: number;
  readonly step_s?: number;
  readonly gravity?: number;
  readonly contact_Hz?: number;
  /** Elements within <world>. */
  readonly inside?: string;
  readonly rate_Hz?: number;
  readonly integrator?: string;
}

export function scenarioText(bodies: readonly (Body | string)[], world: World): string {
  const { duration_s, step_s = 0.02, gravity = 9.81, contact_Hz = 100, inside = "", rate_Hz = 50 } = world;
  return `<scenario id="s" duration_s="${duration_s}" step_s="${step_s}" ${world.integrator ?? ""}>
  <world density_kgpm3="${DENSITY}" gravity_mps2="${gravity}" contact_Hz="${contact_Hz}">${inside}</world>
  ${bodies.map((body) => (typeof body === "string" ? body : vehicle(body))).join("\n")}
  <log rate_Hz="${rate_Hz}" channels="state"/></scenario>`;
}

export function flat(depth_m: number, surface: Rubbing): string {
  return `<bottom id="ground" model="flat" depth_m="${depth_m}" ${rubbing(surface)}>${SOURCE}</bottom>`;
}

/** A plane through depth_m at the origin, that deepens towards north. */
export function slope(depth_m: number, slope_rad: number, surface: Rubbing): string {
  const slope_deg = (slope_rad * 180) / Math.PI;
  return `<bottom id="ground" model="slope" depth_m="${depth_m}" slope_deg="${slope_deg}" ${rubbing(surface)}>${SOURCE}</bottom>`;
}

export function obstacle(model: string, attributes: string, surface: Rubbing, id = "thing"): string {
  return `<obstacle id="${id}" model="${model}" ${attributes} ${rubbing(surface)}>${SOURCE}</obstacle>`;
}

export function dot(a: Vector, b: Vector): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

export function cross(a: Vector, b: Vector): number[] {
  const [x, y, z] = a as [number, number, number];
  const [u, v, w] = b as [number, number, number];
  return [y * w - z * v, z * u - x * w, x * v - y * u];
}

export function plus(a: Vector, b: Vector, scale = 1): number[] {
  return a.map((value, i) => value + scale * b[i]!);
}

export function length(a: Vector): number {
  return Math.sqrt(dot(a, a));
}

/** v_N of v_B, with q_NB scalar first; the other way round with `back`. */
export function turned(q: Vector, v: Vector, back = false): number[] {
  const [w, x, y, z] = q as [number, number, number, number];
  const u = back ? [-x, -y, -z] : [x, y, z];
  const t = cross(u, v).map((value) => 2 * value);
  return plus(plus(v, t, w), cross(u, t));
}

export type Matrix = readonly Vector[];

export function times(M: Matrix, v: Vector): number[] {
  return M.map((row) => dot(row, v));
}

/** Solution of M x = b by elimination with row exchange. */
export function solved(M: Matrix, b: Vector): number[] {
  const rows = M.map((row, i) => [...row, b[i]!]);
  const n = b.length;
  for (let c = 0; c < n; c++) {
    const best = rows
      .slice(c)
      .reduce((most, row, i) => (Math.abs(row[c]!) > Math.abs(rows[most]![c]!) ? c + i : most), c);
    [rows[c], rows[best]] = [rows[best]!, rows[c]!];
    for (let r = c + 1; r < n; r++) {
      const factor = rows[r]![c]! / rows[c]![c]!;
      for (let k = c; k <= n; k++) rows[r]![k]! -= factor * rows[c]![k]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let r = n - 1; r >= 0; r--) {
    let sum = rows[r]![n]!;
    for (let k = r + 1; k < n; k++) sum -= rows[r]![k]! * x[k]!;
    x[r] = sum / rows[r]![r]!;
  }
  return x;
}

/** M_RB + M_A about Bo, 6×6. */
export function massOf({ mass_kg: m, cg = [0, 0, 0], inertia, added }: Body): number[][] {
  const [xx, yy, zz, xy, xz, yz] = inertia as [number, number, number, number, number, number];
  const I = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const S = skew(cg);
  return Array.from({ length: 6 }, (_, r) =>
    Array.from({ length: 6 }, (_, c) => {
      const water = added.length === 36 ? added[6 * r + c]! : r === c ? added[r]! : 0;
      const [i, j] = [r % 3, c % 3];
      if (r < 3 && c < 3) return water + (i === j ? m : 0);
      if (r < 3) return water - m * S[i]![j]!;
      if (c < 3) return water + m * S[i]![j]!;
      // Steiner: −m S S.
      return water + I[i]![j]! - m * dot(S[i]!, [S[0]![j]!, S[1]![j]!, S[2]![j]!]);
    }),
  );
}

function skew(a: Vector): number[][] {
  const [x, y, z] = a as [number, number, number];
  return [
    [0, -z, y],
    [z, 0, -x],
    [-y, x, 0],
  ];
}

/** Momentum of a body and the water that it moves: P in N, and L about the origin of N. */
export function momentumOf(body: Body, state: Vector): { readonly P: number[]; readonly L: number[] } {
  const q = state.slice(3, 7);
  const h = times(massOf(body), state.slice(7, 13));
  const P = turned(q, h.slice(0, 3));
  return { P, L: plus(turned(q, h.slice(3)), cross(state.slice(0, 3), P)) };
}

export function kineticOf(body: Body, state: Vector): number {
  const V = state.slice(7, 13);
  return 0.5 * dot(V, times(massOf(body), V));
}

/** With the energy of weight and buoyancy. */
export function energyOf(body: Body, state: Vector, gravity: number): number {
  const { cg = [0, 0, 0], cb = [0, 0, 0] } = body;
  const downOf = (point: Vector): number => state[2]! + turned(state.slice(3, 7), point)[2]!;
  return kineticOf(body, state) - gravity * (body.mass_kg * downOf(cg) - DENSITY * body.volume_m3 * downOf(cb));
}

/** Velocity in N of the point of a body that is at `point` in N. */
export function velocityAt(state: Vector, point: Vector): number[] {
  const q = state.slice(3, 7);
  const w = turned(q, state.slice(10, 13));
  return plus(turned(q, state.slice(7, 10)), cross(w, plus(point, state.slice(0, 3), -1)));
}

/** What an impulse f in N at `point` adds to V_NB_B. */
export function kickOf(body: Body, state: Vector, point: Vector, f: Vector): number[] {
  const q = state.slice(3, 7);
  const moment = cross(plus(point, state.slice(0, 3), -1), f);
  return solved(massOf(body), [...turned(q, f, true), ...turned(q, moment, true)]);
}

/** K of a point of a body: Δv = K f in N, 3×3. */
export function mobilityOf(body: Body, state: Vector, point: Vector): number[][] {
  const columns = [0, 1, 2].map((k) => {
    const f = [0, 1, 2].map((i) => (i === k ? 1 : 0));
    const still = [...state.slice(0, 7), ...kickOf(body, state, point, f)];
    return velocityAt(still, point);
  });
  return [0, 1, 2].map((r) => columns.map((column) => column[r]!));
}

/** Numbers 0 … 1 from a seed. */
export function draws(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
