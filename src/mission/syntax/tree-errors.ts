/** Tells whether a tree is all that its author wrote: where something could not be read, it has error nodes. */
import type { Declaration, MissionTree, Statement } from "./tree.ts";

/** True if the tree has an error node or no name. Such a tree must not be printed: what was not read would be lost. */
export function hasErrorNodes(tree: MissionTree): boolean {
  return tree.name === null || tree.declarations.some(declarationHasErrors);
}

function declarationHasErrors(declaration: Declaration): boolean {
  if (declaration.kind === "error") return true;
  return "body" in declaration && statementHasErrors(declaration.body);
}

function statementHasErrors(statement: Statement): boolean {
  return statement.kind === "error" || innerStatements(statement).some(statementHasErrors);
}

/** The statements directly inside a statement, in the order of the text. */
export function innerStatements(statement: Statement): readonly Statement[] {
  switch (statement.kind) {
    case "seq":
      return statement.parts;
    case "par":
      return statement.branches;
    case "if":
      return statement.otherwise === null ? [statement.then] : [statement.then, statement.otherwise];
    case "exception":
      return [statement.body, ...statement.handlers.map((h) => h.body)];
    default:
      return "body" in statement ? [statement.body] : [];
  }
}
