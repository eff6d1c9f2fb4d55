export { type CodeEntry, codes, codeTable, isAboutProvenance } from "./codes.ts";
export { type Component, createModel, type Provenance, type ProvenanceStatus, placeOfValue } from "./component.ts";
export {
  type Declarations,
  type DeclaredChannel,
  type DeclaredEvent,
  type DeclaredField,
  type DeclaredFigure,
  type DeclaredPort,
  declarationRows,
  fieldUnit,
  figureFault,
  timelineFault,
  wordsFault,
} from "./declarations.ts";
export { Definitions } from "./definitions.ts";
export { diagnosticsPage } from "./diagnostics-page.ts";
export { checkHasPlace, geographicPlace } from "./geographic-place.ts";
export {
  type ChildrenDefinition,
  type ChildSpec,
  type Definition,
  defineChildren,
  defineKind,
  defineModel,
  type KindDefinition,
  type MakeChild,
  type ModelDefinition,
  type Report,
} from "./kind.ts";
export type { KindEntry, Slot } from "./kind-entry.ts";
export { type LoadOptions, type LoadResult, loadComponent } from "./load.ts";
export { OVERRIDES_FILE } from "./overrides.ts";
export {
  describeRange,
  describeType,
  type FileValue,
  type Parameter,
  type ParamSpec,
  type ParamSpecs,
  type ParamsOf,
  type ParamValue,
  type RealSpec,
  writeValue,
} from "./parameter.ts";
export { readValue, type ValueProblem, type ValueResult } from "./parameter-value.ts";
export { memoryReader, type Projection, type Projections, resolvePath, type SourceReader } from "./reader.ts";
export { type Page, referencePages } from "./reference.ts";
export { componentExample, componentTemplate } from "./template.ts";
export { allUnits, convert, splitName, type Unit, unitOf, unitWritten } from "./units.ts";
export * from "./xml/index.ts";
export { schemaFor } from "./xsd.ts";
