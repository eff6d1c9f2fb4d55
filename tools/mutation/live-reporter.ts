/** Stryker's reporter that writes what survives at once: a run takes long, and its report comes at the end. */
import { relative } from "node:path";
import type { MutantResult } from "@stryker-mutator/api/core";
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Reporter, "live", {
    onMutantTested({ status, fileName, location, mutatorName, replacement }: Readonly<MutantResult>) {
      if (status !== "Survived" && status !== "NoCoverage" && status !== "Timeout" && status !== "RuntimeError") return;
      const place = `${relative(process.cwd(), fileName)}:${location.start.line}:${location.start.column}`;
      process.stdout.write(
        `${status} ${place} ${mutatorName}: ${(replacement ?? "").replace(/\s+/g, " ").slice(0, 90)}\n`,
      );
    },
  } as never),
];
