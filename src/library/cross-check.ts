/** The checks that kinds and models make of several values together, called when each value is fine on its own. */
import { type CodeEntry, codes } from "./codes.ts";
import type { ModelDefinition } from "./kind.ts";
import type { KindEntry } from "./kind-entry.ts";
import type { HandedValue } from "./parameter.ts";
import { reasonOf } from "./source-files.ts";

export type Values = Readonly<Record<string, HandedValue | undefined>>;

/** The name is that of the parameter to blame, as in the file, or null for the component as a whole. */
export type TellAbout = (
  name: string | null,
  entry: CodeEntry,
  message: string,
  detail?: { readonly allowed?: string; readonly hint?: string },
) => void;

export function crossChecks(
  kind: KindEntry,
  model: ModelDefinition | null,
  params: Values,
  mount: Values | null,
  tell: TellAbout,
): void {
  const report = (
    name: string,
    message: string,
    detail?: { readonly allowed?: string; readonly hint?: string },
  ): void => tell(name, codes.check, message, detail);
  // The checks may come from a user's folder; what they throw is reported like any other mistake.
  const guarded = (who: string, check: () => void): void => {
    try {
      check();
    } catch (cause) {
      tell(null, codes.checkFailed, `the check of ${who} failed: ${reasonOf(cause)}`);
    }
  };
  const { definition } = kind;
  // The definition's own types are lost in the registry; the values fit them because the reader made them so.
  guarded(kind.kind, () => definition.check?.(params as never, report, mount as never));
  if (model === null) return;
  guarded(`${kind.kind} model ${model.model}`, () => model.check?.(kind.readBy(model, params), report));
}
