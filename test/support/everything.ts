/** A small world in which everything happens that the shipped scenarios leave out, besides what they have. */
import type { Scenario } from "../../src/scenario/index.ts";
import { scenarioOf } from "./scenarios.ts";

/** Waves, gusts, a mission, excerpts, a limit of each kind that goes on, pushes that overlap, a tank that fills and empties. */
export function everything(): Scenario {
  return scenarioOf(
    `<scenario id="s" duration_s="24" seed="5">
  <world density_kgpm3="1000">
    <current id="wander" model="gauss-markov" velocity_mps="0.2 0.1 0" deviations_mps="0.05 0.05 0" correlationTime_s="5" updateRate_Hz="3"/>
    <wind id="breeze" model="gusty" speed_mps="8" from_deg="315" gustIntensity="0.15" gustTime_s="8"/>
    <waves id="chop" model="jonswap" significantHeight_m="0.3" peakPeriod_s="3" heading_deg="200" components="8"/>
    <bottom id="ground" model="slope" depth_m="30" slope_deg="2"/>
  </world>
  <vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="-100 0 0.084" velocity_mps="1.2 0 0">
    <mission id="captain" source="missions/survey.mission">
      <autopilot file="components/controllers/remus100-autopilot.xml"/>
      <route id="square"><point position_m="0 0 5"/><point position_m="60 0 5"/></route>
      <route id="side"><point position_m="0 -20 8"/><point position_m="60 -20 8"/></route>
      <robotTask id="RunUp" model="fly" depth_m="0.1"><event id="Running" of="speed_mps" above="1.1" for_s="2"/></robotTask>
      <robotTask id="Dive" model="fly"><event id="DepthReached" of="depthError_m" below="0.2" for_s="5"/></robotTask>
      <robotTask id="Follow" model="follow"><event id="RouteEnded" of="routeEnded"/>
        <event id="Drifting" of="routeDistance_m" above="5" for_s="2"/><event id="OffTrack" of="routeDistance_m" above="20"/></robotTask>
      <robotTask id="Surface" model="fly" depth_m="0.1"><event id="AtSurface" of="depth_m" below="0.3" for_s="3"/></robotTask>
      <robotTask id="Drift" model="stop"><event id="Drifted" of="time_s" above="20"/></robotTask>
      <event id="TooDeep" of="depth_m" above="20"/><event id="DepthLost" of="depthAge_s" above="3"/><event id="WaterLeak" at_s="100000"/><event id="BatteryLow" at_s="100000"/>
    </mission>
    <push start_s="3" duration_s="4" force_N="0 5 0" point_m="0.3 0 0"/>
    <push start_s="6.1234" duration_s="9" frame="B" torque_Nm="0 0.2 0"/>
    <excerpt id="floor" quantity="bottomDepth_m" range_m="4" spacing_m="4" rate_Hz="3"/>
  </vehicle>
  <vehicle id="float" length_m="0.3" position_m="20 0 4" maxDepth_m="5" beyondLimits="flood" floodRate_m3ps="0.0001" floodVolume_m3="0.001">
    <hull id="hull" mass_kg="19.8" volume_m3="0.02" cg_m="0 0 0.02" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
      size_m="0.34 0.34 0.34" addedMass="10 10 10 0 0 0" linearDamping="5 5 5 1 1 1"/>
    <ballast id="tank" capacity_kg="2" filling_kg="0.1" maxFlow_kgps="0.2"/>
    <script actuator="tank" times_s="0 8" values="0.2 -0.2"/>
  </vehicle>
  <log rate_Hz="7" channels="state actuators control water"/></scenario>`,
    ["auv/maxDepth_m=1.5"],
  );
}
