import { codedDiagnostic, type Diagnostic } from "../../../core/index.ts";
import { type Component, createModel, type Definitions, loadComponent } from "../../../library/index.ts";
import { loadScenario, scenarioCodes } from "../../../scenario/index.ts";
import { assessVehicle, hullOddities } from "../../../vehicles/index.ts";
import { cliCodes } from "../../io/codes.ts";
import { callDefinitions } from "../../io/definitions.ts";
import type { FileAccess } from "../../io/project-reader.ts";
import { worldReader } from "../../io/projections.ts";

/** Everything that is wrong with scenarios and components, and with the models that they are to be read with. */
export async function componentDiagnostics(
  files: readonly string[],
  access: FileAccess,
  sources: Map<string, string>,
): Promise<readonly Diagnostic[]> {
  const { definitions, diagnostics: problems } = await callDefinitions(access.models);
  const found: Diagnostic[] = [...problems];
  // Without its models a file would be blamed for what they caused.
  for (const file of problems.some((d) => d.severity === "error") ? [] : files) {
    const reader = worldReader(file, access);
    const component = loadComponent(definitions, reader, file);
    // A scenario is checked as a whole: names of actuators, steps, what is logged.
    const result =
      component.component?.kind === "scenario"
        ? { ...component, ...loadScenario(definitions, reader, file) }
        : component;
    for (const [name, text] of result.sources) sources.set(name, text);
    const unmade = result.component === null ? [] : modelProblems(definitions, result.component);
    // A vehicle that cannot be made, since a model cannot, is one mistake: the message that names the model is kept.
    const reasons = unmade.map(({ reason }) => `cannot be made: ${reason}`);
    const isTold = ({ code, message }: Diagnostic): boolean =>
      code === scenarioCodes.vehicleNotMade.code && reasons.some((reason) => message.endsWith(reason));
    found.push(...result.diagnostics.filter((d) => !isTold(d)));
    found.push(...unmade.map(({ diagnostic }) => diagnostic));
    if (result.component === null || unmade.length > 0) continue;
    // An ill-posed vehicle is refused, and what an engineer should know of it is said, as by "components show".
    if (result.component.kind === "vehicle") {
      const { diagnostics } = assessVehicle(definitions, result.component, { density_kgpm3: 1025, gravity_mps2: 9.81 });
      found.push(...diagnostics);
    }
    if (result.component.kind === "hull") found.push(...hullOddities(result.component));
  }
  return found;
}

interface ModelProblem {
  readonly diagnostic: Diagnostic;
  readonly reason: string;
}

/** Makes every model once: one that throws, or makes nothing, is reported here and not in the middle of a run. */
function modelProblems(definitions: Definitions, component: Component): ModelProblem[] {
  const below = component.children.flatMap((child) => modelProblems(definitions, child));
  if (component.model === null) return below;
  const problem = (reason: string): ModelProblem => {
    const message = `${component.path}: ${component.kind} model "${component.model}" cannot be made: ${reason}`;
    return { diagnostic: codedDiagnostic(cliCodes.modelNotMade, component.range, message), reason };
  };
  try {
    const made = createModel(definitions, placed(component));
    return typeof made === "object" && made !== null ? below : [problem("it made nothing"), ...below];
  } catch (error) {
    return [problem(error instanceof Error ? error.message : String(error)), ...below];
  }
}

/** An obstacle whose place is in degrees, or on a path, or not said in its file, as if it stood at the origin: to see that it can be made. */
function placed(component: Component): Component {
  const mount = (component.mount ?? {}) as { readonly position_m?: readonly number[] };
  if (component.kind !== "obstacle" || mount.position_m !== undefined) return component;
  return { ...component, mount: { attitude_rad: [0, 0, 0], ...mount, position_m: [0, 0, 0] } };
}
