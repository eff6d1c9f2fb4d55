/** What the environment states before a world is built, for all simulators: frozen from then on. */
export interface PhysicalConstants {
  readonly gravity_mps2: number;
  /** Of the water, where nothing more is said of it at a place. */
  readonly density_kgpm3: number;
  /** Velocity of the water before a vehicle is told more, in N. */
  readonly current_N_mps: readonly number[];
}
