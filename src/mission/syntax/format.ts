/**
 * Prints a mission in its one canonical layout: two spaces of indent, one statement per line, short SEQ and PAR on one line,
 * lines of at most 100 columns where they can be broken. All comments stay, and so do single empty lines between statements and
 * declarations. Printing what was printed changes nothing, and the tree of the printed text is the tree that was printed.
 */
import { invariant } from "../../core/index.ts";
import { nameChunk, word } from "./format-chunks.ts";
import { isBlock, printDeclaration } from "./format-declarations.ts";
import { endOf, NOWHERE, Printer, startOf } from "./format-printer.ts";
import type { MissionTree } from "./tree.ts";
import { hasErrorNodes } from "./tree-errors.ts";

/** The text of a mission. Not for trees with error nodes (see hasErrorNodes), which do not hold all that was written. */
export function formatMission(tree: MissionTree): string {
  const { name, declarations, comments } = tree;
  invariant(name !== null && !hasErrorNodes(tree), "a mission with errors cannot be printed");
  const p = new Printer(comments);
  p.lead({ line: name.at.line, column: 1 }, 0);
  p.row([word("mission"), { ...nameChunk(name), text: `${name.text};` }], 0, name.at);
  p.trail(endOf(name.at), declarations[0] === undefined ? NOWHERE : startOf(declarations[0].at), 0);
  declarations.forEach((declaration, i) => {
    const before = declarations[i - 1];
    if (before === undefined || isBlock(before) || isBlock(declaration)) p.wantEmpty();
    p.lead(startOf(declaration.at), 0);
    printDeclaration(p, declaration);
    const next = declarations[i + 1];
    p.trail(endOf(declaration.at), next === undefined ? NOWHERE : startOf(next.at), 0);
  });
  p.lead(NOWHERE, 0);
  return p.text();
}
