/**
 * Reads criteria:
 *
 *   # a leak that is not answered in the same reaction
 *   Error = [?Water_Leak and not !Ascent];
 *   Success = [not !Success]* [!Success];
 *   Round = "START_*" [not "STOPPED_*"]{0,20} ("STOPPED_0" | "STOPPED_1");
 *
 *   definition  = NAME "=" choice ";"
 *   choice      = sequence { "|" sequence }
 *   sequence    = repeated { repeated }
 *   repeated    = letter { "*" | "+" | "?" | "{" NUMBER [ "," [ NUMBER ] ] "}" }
 *   letter      = "(" choice ")" | "[" condition "]" | LABEL | "any" | "tau"
 *   condition   = both { "or" both }
 *   both        = negated { "and" negated }
 *   negated     = "not" negated | "(" condition ")" | LABEL | PART | "any" | "tau"
 *
 * LABEL is a label in quotation marks, with `*` for any text; PART is `?NAME`, `!NAME` or `~NAME`, one of the parts of a label such as `?Leak.!Surface`.
 * All mistakes are reported, each definition on its own; nothing is thrown.
 */
import { type CodeEntry, codedDiagnostic, type Diagnostic, type SourceRange } from "../core/index.ts";
import { ltsCodes } from "./codes.ts";
import { type CriteriaToken, criteriaTokens } from "./criteria-tokens.ts";
import type { Condition, Criterion, Expression } from "./criteria-tree.ts";

export interface CriteriaResult {
  readonly criteria: readonly Criterion[];
  /** Criteria with a mistake are left out. */
  readonly diagnostics: readonly Diagnostic[];
}

export function readCriteria(text: string, file: string): CriteriaResult {
  const diagnostics: Diagnostic[] = [];
  const tokens = criteriaTokens(text, file, diagnostics);
  return new CriteriaParser(tokens, diagnostics).read();
}

const RESERVED = new Set(["any", "not", "and", "or"]);
const DEEPEST = 100;
const MOST_REPETITIONS = 1000;

/** Stands for "reported already": the rest of the definition is skipped. */
class Mistake {
  readonly reported = true;
}
type Read<T> = T | Mistake;

class CriteriaParser {
  readonly #tokens: readonly CriteriaToken[];
  readonly #diagnostics: Diagnostic[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly CriteriaToken[], diagnostics: Diagnostic[]) {
    this.#tokens = tokens;
    this.#diagnostics = diagnostics;
  }

  read(): CriteriaResult {
    const criteria: Criterion[] = [];
    while (this.#here.kind !== "end") {
      this.#depth = 0;
      const criterion = this.#definition();
      if (criterion instanceof Mistake) this.#skip();
      else if (this.#isNew(criterion, criteria)) criteria.push(criterion);
    }
    if (this.#diagnostics.length === 0 && criteria.length === 0)
      this.#report(ltsCodes.criterionNone, this.#here.range, "there is no criterion; one is `Name = [condition];`");
    return { criteria, diagnostics: this.#diagnostics };
  }

  get #here(): CriteriaToken {
    return this.#tokens[this.#at]!;
  }

  #next(): CriteriaToken {
    const token = this.#here;
    if (token.kind !== "end") this.#at++;
    return token;
  }

  #isSign(text: string): boolean {
    return this.#here.kind === "sign" && this.#here.text === text;
  }

  #isWord(text: string): boolean {
    return this.#here.kind === "name" && this.#here.text === text;
  }

  #report(code: CodeEntry, range: SourceRange, message: string, hint?: string): Mistake {
    this.#diagnostics.push(codedDiagnostic(code, range, message, { hint }));
    return new Mistake();
  }

  #expected(what: string, hint?: string): Mistake {
    const { kind, text, range } = this.#here;
    const shown = kind === "end" ? text : `\`${text.slice(0, 40)}\``;
    return this.#report(ltsCodes.criterionExpected, range, `${what} is expected, but here is ${shown}`, hint);
  }

  #sign(text: string, hint?: string): Read<CriteriaToken> {
    return this.#isSign(text) ? this.#next() : this.#expected(`\`${text}\``, hint);
  }

  /** To the next definition. */
  #skip(): void {
    while (this.#here.kind !== "end" && !this.#isSign(";")) this.#next();
    if (this.#isSign(";")) this.#next();
  }

  #isNew({ name, range }: Criterion, criteria: readonly Criterion[]): boolean {
    const first = criteria.find((other) => other.name === name);
    if (first === undefined) return true;
    this.#report(ltsCodes.criterionTwice, range, `${name} is already defined in line ${first.range.line}`);
    return false;
  }

  #definition(): Read<Criterion> {
    if (this.#here.kind !== "name") return this.#expected("the name of a criterion");
    const { text: name, range } = this.#next();
    if (RESERVED.has(name))
      return this.#report(ltsCodes.criterionName, range, `\`${name}\` is a word of the language and cannot be a name`);
    const equals = this.#sign("=");
    if (equals instanceof Mistake) return equals;
    const expression = this.#choice();
    if (expression instanceof Mistake) return expression;
    const end = this.#sign(";", "a definition ends with `;`");
    return end instanceof Mistake ? end : { name: name === "i" ? "tau" : name, range, expression };
  }

  #choice(): Read<Expression> {
    if (++this.#depth > DEEPEST)
      return this.#report(ltsCodes.criterionSize, this.#here.range, `this is nested deeper than ${DEEPEST}`);
    const of: Expression[] = [];
    for (;;) {
      const sequence = this.#sequence();
      if (sequence instanceof Mistake) return sequence;
      of.push(sequence);
      if (!this.#isSign("|")) break;
      this.#next();
    }
    this.#depth--;
    return of.length === 1 ? of[0]! : { kind: "choice", of };
  }

  #sequence(): Read<Expression> {
    const of: Expression[] = [];
    do {
      const repeated = this.#repeated();
      if (repeated instanceof Mistake) return repeated;
      of.push(repeated);
    } while (this.#beginsLetter());
    return of.length === 1 ? of[0]! : { kind: "sequence", of };
  }

  #beginsLetter(): boolean {
    const { kind } = this.#here;
    return kind === "label" || kind === "name" || this.#isSign("(") || this.#isSign("[");
  }

  #repeated(): Read<Expression> {
    let expression = this.#letter();
    for (let count = 0; !(expression instanceof Mistake); count++) {
      if (count > DEEPEST)
        return this.#report(ltsCodes.criterionSize, this.#here.range, "this is repeated in too many ways");
      if (this.#isSign("*")) expression = { kind: "repeat", of: expression, least: 0, most: null };
      else if (this.#isSign("+")) expression = { kind: "repeat", of: expression, least: 1, most: null };
      else if (this.#isSign("?")) expression = { kind: "repeat", of: expression, least: 0, most: 1 };
      else if (this.#isSign("{")) {
        const bounds = this.#bounds();
        if (bounds instanceof Mistake) return bounds;
        expression = { kind: "repeat", of: expression, ...bounds };
        continue;
      } else break;
      this.#next();
    }
    return expression;
  }

  /** `{n}`, `{n,}` or `{n,m}`. */
  #bounds(): Read<{ readonly least: number; readonly most: number | null }> {
    const { range } = this.#next();
    const number = (): Read<number> => {
      if (this.#here.kind !== "number") return this.#expected("a number");
      const value = Number(this.#next().text);
      if (value <= MOST_REPETITIONS) return value;
      const message = `${value} repetitions are more than ${MOST_REPETITIONS}`;
      return this.#report(ltsCodes.criterionCount, range, message);
    };
    const least = number();
    if (least instanceof Mistake) return least;
    let most: number | null = least;
    if (this.#isSign(",")) {
      this.#next();
      const upper = this.#isSign("}") ? null : number();
      if (upper instanceof Mistake) return upper;
      most = upper;
    }
    const end = this.#sign("}");
    if (end instanceof Mistake) return end;
    if (most !== null && (most < least || most === 0))
      return this.#report(
        ltsCodes.criterionCount,
        range,
        `{${least},${most}} is not a range of repetitions; allowed: {least,most} with most above 0 and not below least`,
      );
    return { least, most };
  }

  #letter(): Read<Expression> {
    if (this.#isSign("(")) {
      this.#next();
      const inside = this.#choice();
      if (inside instanceof Mistake) return inside;
      const end = this.#sign(")");
      return end instanceof Mistake ? end : inside;
    }
    if (this.#isSign("[")) {
      this.#next();
      const condition = this.#condition();
      if (condition instanceof Mistake) return condition;
      const end = this.#sign("]", "between conditions stand `and` or `or`");
      return end instanceof Mistake ? end : { kind: "letter", condition };
    }
    const hint = this.#here.kind === "name" ? "labels are written in quotation marks" : undefined;
    const condition = this.#simple();
    if (condition === null) return this.#expected("a label, `any`, `tau`, `(` or `[`", hint);
    return { kind: "letter", condition };
  }

  #condition(): Read<Condition> {
    if (++this.#depth > DEEPEST)
      return this.#report(ltsCodes.criterionSize, this.#here.range, `this is nested deeper than ${DEEPEST}`);
    const condition = this.#joined("or", () => this.#joined("and", () => this.#negated()));
    this.#depth--;
    return condition;
  }

  #joined(word: "and" | "or", part: () => Read<Condition>): Read<Condition> {
    const of: Condition[] = [];
    for (;;) {
      const condition = part();
      if (condition instanceof Mistake) return condition;
      of.push(condition);
      if (!this.#isWord(word)) return of.length === 1 ? of[0]! : { kind: word, of };
      this.#next();
    }
  }

  #negated(): Read<Condition> {
    let negative = false;
    for (; this.#isWord("not"); negative = !negative) this.#next();
    let condition: Read<Condition> | null;
    if (this.#isSign("(")) {
      this.#next();
      condition = this.#condition();
      if (condition instanceof Mistake) return condition;
      const end = this.#sign(")");
      if (end instanceof Mistake) return end;
    } else condition = this.#simple();
    if (condition === null) {
      const hint = this.#here.kind === "name" ? `write ?${this.#here.text}, !${this.#here.text} or a label` : undefined;
      return this.#expected("a condition on a label", hint);
    }
    return negative ? { kind: "not", of: condition } : condition;
  }

  #simple(): Condition | null {
    const { kind, text, range } = this.#here;
    let condition: Condition | null = null;
    if (kind === "label") condition = { kind: "label", pattern: text, range };
    else if (kind === "part") condition = { kind: "part", part: text, range };
    else if (this.#isWord("any")) condition = { kind: "any", range };
    else if (this.#isWord("tau")) condition = { kind: "internal", range };
    if (condition !== null) this.#next();
    return condition;
  }
}
