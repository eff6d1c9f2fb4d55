/** What the environment states before a world is built, for all simulators: frozen from then on. */
export interface PhysicalConstants {
  readonly gravity_mps2: number;
  /** Of the water, where nothing more is said of it at a place. */
  readonly density_kgpm3: number;
  /** Velocity of the water before the first surroundings come, in N. */
  readonly current_N_mps: readonly number[];
}
