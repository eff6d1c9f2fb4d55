/** What a report is made from: the runs as they were read from their logs, in full. */

export interface ReportInput {
  readonly title: string;
  readonly runs: readonly RunData[];
}

export interface RunData {
  /** File name of the log, unique. */
  readonly name: string;
  readonly scenario: string;
  readonly seed: string;
  readonly version: string;
  readonly overrides: readonly string[];
  readonly duration_s: number;
  /** The scenario's own description. */
  readonly doc: string;
  readonly vehicles: readonly VehicleData[];
  readonly events: readonly EventData[];
  /** What the log says of its sea, in words; none where it is left out. */
  readonly sea?: readonly string[];
  /** What could not be read from the log, in words. */
  readonly losses: readonly string[];
}

export interface EventData {
  readonly t_s: number;
  readonly level: string;
  readonly name: string;
  readonly message: string;
}

/** Samples in rising time; every column is as long as t_s, and NaN where there is nothing to say. */
export interface Series {
  readonly t_s: Float64Array;
  readonly columns: ReadonlyMap<string, Float64Array>;
}

export interface VehicleData {
  readonly name: string;
  /**
   * north_m east_m depth_m roll_rad pitch_rad heading_rad u_mps v_mps w_mps p_radps q_radps r_radps uWater_mps vWater_mps
   * wWater_mps currentNorth_mps currentEast_mps currentDown_mps; one that is missing leaves out what would be drawn of it.
   */
  readonly state: Series;
  /** "<name>_command", "<name>_speed_radps", "<name>_thrust_N", "<name>_power_W", "<name>_angle_rad", "<name>_state" ... */
  readonly actuators: Series | null;
  /** What the control law shows: set-points and errors, e.g. depthSetpoint_m, depthError_m, crossTrack_m, northError_m. */
  readonly control: Series | null;
  /**
   * Of a scenario with a sea: temperature_degC salinity_psu density_kgpm3 soundSpeed_mps surface_m (above mean sea level)
   * bottomDepth_m altitude_m at the vehicle; NaN or infinite where there is none. With wind: windNorth_mps windEast_mps windDown_mps (towards) at
   * windHeight_m above the surface, zeros under water.
   */
  readonly water: Series | null;
  /** Named scalars among the columns of water, with their units; none where it is left out. */
  readonly scalars?: readonly { readonly column: string; readonly unit: string }[];
  /** Pictures of the sea around the vehicle. */
  readonly excerpts?: readonly ExcerptData[];
  /** The mission that flew it; none where it is left out. */
  readonly mission?: MissionData | null;
}

export interface MissionData {
  readonly name: string;
  /** Those in which something happened, in rising time. */
  readonly reactions: readonly ReactionData[];
}

export interface ReactionData {
  readonly t_s: number;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** What is active from this reaction to the next: "Dive is active", "Measure: Dive(5) (line 41)". */
  readonly tasks: readonly string[];
  readonly statements: readonly string[];
}

/** Some of the pictures that a log holds of one quantity around one vehicle, in rising time. */
export interface ExcerptData {
  readonly quantity: string;
  readonly unit: string;
  readonly range_m: number;
  readonly pictures: readonly Picture[];
}

export interface Picture {
  readonly t_s: number;
  readonly rows: number;
  readonly columns: number;
  /** Of the first value, the most southern and most western one. */
  readonly originNorth_m: number;
  readonly originEast_m: number;
  readonly depth_m: number;
  readonly spacing_m: number;
  /** Row by row from south to north. */
  readonly values: Float64Array;
}

/** Texts that go into the page as they are: the plotting library, the page's own script, and styles. */
export interface ReportAssets {
  readonly uPlotScript: string;
  readonly uPlotStyle: string;
  readonly pageScript: string;
  /** Colours, type and tables, for any document of ours. */
  readonly documentStyle: string;
  readonly plotStyle: string;
}
