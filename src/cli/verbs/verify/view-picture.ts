/** Graphs drawn as SVG by GraphViz, which is compiled to WebAssembly and loaded only here. */
import { CallError, EXIT } from "../../io/outcome.ts";

/** The picture alone: no document type, no comments, nothing that changes from one version of GraphViz to the next but the layout. */
export async function drawn(dot: string): Promise<string> {
  const { instance } = await import("@viz-js/viz");
  const viz = await instance();
  const result = viz.render(dot, { format: "svg", engine: "dot" });
  if (result.status !== "success") {
    const why = result.errors.map((e) => e.message).join("; ");
    throw new CallError(`the graph could not be drawn: ${why}`, EXIT.failed);
  }
  return result.output
    .replace(/<\?xml[^>]*\?>\s*/, "")
    .replace(/<!DOCTYPE[^>]*>\s*/, "")
    .replace(/<!--[\s\S]*?-->\s*/g, "");
}
