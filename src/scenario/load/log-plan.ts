/** What is logged of which vehicle, and how often: from the <log> elements. */
import { codedDiagnostic, type Diagnostic, didYouMean } from "../../core/index.ts";
import type { Component, ParamsOf } from "../../library/index.ts";
import { scenarioCodes } from "./codes.ts";
import { type LOG_AXES, LOG_CHANNELS, type log as logKind } from "./kinds.ts";

export type LogChannelName = (typeof LOG_CHANNELS)[number];

/** One vehicle's samples at one rate. */
export interface LogPlan {
  /** Index of the vehicle. */
  readonly vehicle: number;
  readonly rate_Hz: number;
  readonly channels: readonly LogChannelName[];
  /** Of poses and transforms. */
  readonly axes: (typeof LOG_AXES)[number];
}

export function logPlans(
  logs: readonly Component[],
  vehicles: readonly { readonly name: string }[],
  report: (d: Diagnostic) => void,
): LogPlan[] {
  const names = vehicles.map((v) => v.name);
  const plans: LogPlan[] = [];
  for (const component of logs) {
    const params = component.params as ParamsOf<typeof logKind.params>;
    const channels = LOG_CHANNELS.filter((channel) => params.channels.includes(channel));
    for (const name of params.vehicles ?? names) {
      const vehicle = names.indexOf(name);
      if (vehicle < 0) {
        const hint = didYouMean(name, names);
        const range = component.origin.vehicles ?? component.range;
        const message = `there is no vehicle ${JSON.stringify(name)}; there are: ${names.join(", ")}`;
        report(codedDiagnostic(scenarioCodes.unknownVehicle, range, message, { allowed: names.join(", "), hint }));
        continue;
      }
      for (const channel of channels) {
        if (!plans.some((plan) => plan.vehicle === vehicle && plan.channels.includes(channel))) continue;
        const range = component.origin.channels ?? component.range;
        report(codedDiagnostic(scenarioCodes.loggedTwice, range, `the ${channel} of ${name} is logged twice`));
      }
      plans.push({ vehicle, rate_Hz: params.rate_Hz, channels, axes: params.axes as LogPlan["axes"] });
    }
  }
  return plans;
}
