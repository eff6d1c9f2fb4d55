import { expect, test } from "vitest";
import { autopilotXml, load } from "../test/law-bench.ts";
import { planScenery } from "./plan-scenery.ts";

test("a route is a line through its points and a circle of the acceptance around each; legs are not drawn", () => {
  const { component } = load(
    autopilotXml(
      `<leg depth_m="3" duration_s="5"/>
       <route id="square" acceptance_m="2.5"><point position_m="1 2 3"/><point position_m="1 20 3"/></route>
       <route id="home" acceptance_m="4"><point position_m="9 8 3"/><point position_m="0 0 3"/></route>`,
    ),
  );
  expect(planScenery(component!).map(({ name, role, drawn }) => ({ name, role, drawn }))).toEqual([
    {
      name: "square",
      role: "route",
      drawn: {
        shape: "line",
        points: [
          [1, 2],
          [1, 20],
        ],
      },
    },
    {
      name: "square/points",
      role: "waypoint",
      drawn: {
        shape: "circles",
        circles: [
          [1, 2, 2.5],
          [1, 20, 2.5],
        ],
      },
    },
    {
      name: "home",
      role: "route",
      drawn: {
        shape: "line",
        points: [
          [9, 8],
          [0, 0],
        ],
      },
    },
    {
      name: "home/points",
      role: "waypoint",
      drawn: {
        shape: "circles",
        circles: [
          [9, 8, 4],
          [0, 0, 4],
        ],
      },
    },
  ]);
});

test("holds with a place are circles of their tolerance, a point where they have none; holds of a heading alone are not drawn", () => {
  const { component } = load(
    `<stationKeeper horizontalLimit_N="1" verticalLimit_N="1" torqueLimit_Nm="1"><position kp="1"/><depth kp="1"/><heading kp="1"/>
      <hold position_m="3 4 5" tolerance_m="0.5"/><hold heading_deg="20" duration_s="5"/><hold position_m="6 7 8"/>
    </stationKeeper>`,
  );
  const circles = [
    [3, 4, 0.5],
    [6, 7, 0],
  ];
  expect(planScenery(component!).map(({ name, drawn }) => ({ name, drawn }))).toEqual([
    { name: "holds", drawn: { shape: "circles", circles } },
  ]);
  expect(planScenery(load(autopilotXml()).component!)).toEqual([]);
});
