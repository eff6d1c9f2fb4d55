/**
 * The small parts of a mission in print: names, values, conditions, calls. A chunk is a piece of text that is never broken; the
 * place it came from shows which comments belong before it.
 */
import type { SourceRange } from "../../core/index.ts";
import type { Argument, Condition, Duration, Name, Parameter, Statement, Trigger, Value } from "./tree.ts";

export interface Chunk {
  readonly text: string;
  /** null: printed whatever the place, as the words of the language are. */
  readonly at: SourceRange | null;
  /** Follows the chunk before it without a space. */
  readonly glued?: boolean;
}

export function word(text: string): Chunk {
  return { text, at: null };
}

export function nameChunk({ text, at }: Name): Chunk {
  return { text, at };
}

/** The chunks, with text behind the last of them. */
export function append(chunks: readonly Chunk[], text: string): Chunk[] {
  const last = chunks.at(-1)!;
  return [...chunks.slice(0, -1), { ...last, text: last.text + text }];
}

function prepend(text: string, chunks: readonly Chunk[]): Chunk[] {
  const first = chunks[0]!;
  return [{ ...first, text: text + first.text }, ...chunks.slice(1)];
}

/** With a comma behind each but the last. */
function commas(chunks: readonly Chunk[]): Chunk[] {
  return chunks.map((chunk, i) => (i < chunks.length - 1 ? { ...chunk, text: `${chunk.text},` } : chunk));
}

/** `Dive(depth_m, speed_mps)`: the first stands close to its bracket. */
function inBrackets(head: Chunk, items: readonly Chunk[]): Chunk[] {
  if (items.length === 0) return [{ ...head, text: `${head.text}()` }];
  const [first, ...rest] = append(commas(items), ")");
  return [{ ...head, text: `${head.text}(` }, { ...first!, glued: true }, ...rest];
}

export function nameList(names: readonly Name[]): Chunk[] {
  return commas(names.map(nameChunk));
}

export function durationChunk({ amount, unit, at }: Duration): Chunk {
  return { text: `${amount} ${unit}`, at };
}

function valueText(value: Value): string {
  switch (value.kind) {
    case "number":
      return value.written;
    case "text":
      return `"${value.value}"`;
    case "truth":
      return String(value.value);
    default:
      return value.name.text;
  }
}

function argumentChunk({ name, value, at }: Argument): Chunk {
  return { text: name === null ? valueText(value) : `${name.text} = ${valueText(value)}`, at };
}

export function argumentList(list: readonly Argument[]): Chunk[] {
  return commas(list.map(argumentChunk));
}

/** A name and its parameters; no brackets where there are none. */
export function headChunks(name: Name, parameters: readonly Parameter[]): Chunk[] {
  if (parameters.length === 0) return [nameChunk(name)];
  const items = parameters.map(({ name: { text, at }, initial }) => ({
    text: initial === null ? text : `${text} = ${valueText(initial)}`,
    at,
  }));
  return inBrackets(nameChunk(name), items);
}

/** Brackets stand exactly where the tree would be another one without them. */
export function conditionChunks(condition: Condition): Chunk[] {
  switch (condition.kind) {
    case "signal":
      return [nameChunk(condition.name)];
    case "not": {
      const operand = conditionChunks(condition.operand);
      return [
        { text: "not", at: condition.at },
        ...(condition.operand.kind === "signal" ? operand : bracketed(operand)),
      ];
    }
    default: {
      const { kind, left, right } = condition;
      const loose = (c: Condition, isRight: boolean): boolean =>
        (kind === "and" && c.kind === "or") || (isRight && c.kind === kind);
      const side = (c: Condition, isRight: boolean): Chunk[] =>
        loose(c, isRight) ? bracketed(conditionChunks(c)) : conditionChunks(c);
      return [...side(left, false), word(kind), ...side(right, true)];
    }
  }
}

function bracketed(chunks: readonly Chunk[]): Chunk[] {
  return append(prepend("(", chunks), ")");
}

export function triggerChunks(trigger: Trigger): Chunk[] {
  if (trigger.kind === "delay") return [durationChunk(trigger.duration)];
  const chunks = conditionChunks(trigger.condition);
  return trigger.immediate ? [{ text: "immediate", at: trigger.at }, ...chunks] : chunks;
}

/** A statement without others inside it; null for all others. */
export function plainChunks(statement: Statement): Chunk[] | null {
  const { kind, at } = statement;
  switch (kind) {
    case "nothing":
    case "pause":
    case "halt":
      return [{ text: kind, at }];
    case "emit":
    case "sustain":
      return [{ text: kind, at }, nameChunk(statement.signal)];
    case "raise":
      return [{ text: kind, at }, nameChunk(statement.name)];
    case "await":
      return [{ text: kind, at }, ...triggerChunks(statement.trigger)];
    case "call":
      if (statement.arguments === null) return [nameChunk(statement.name)];
      return inBrackets(nameChunk(statement.name), statement.arguments.map(argumentChunk));
    default:
      return null;
  }
}
