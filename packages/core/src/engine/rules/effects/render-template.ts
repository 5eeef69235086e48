import { DiagnosticList, diagnose, type Outcome } from "../../../diagnostics/index.ts";
import { type CheckedExpression, holdsObjects, type Task, writeJson } from "../../../expression/parts.ts";
import {
  type BodyNotation,
  endsInQuotes,
  hasBlocks,
  type RuleDefinition,
  type Template,
  type TemplateRows,
  type TemplateVariable,
  withoutSpareCommas,
} from "../../../schema/index.ts";
import type { Row } from "../../../storage/index.ts";
import {
  type JsonValue,
  LIST_SEPARATOR,
  SECONDS_PER_DAY,
  type Value,
  writeIsoDate,
  writeIsoDateTime,
} from "../../../values/index.ts";
import type { Call } from "../../calls/call.ts";
import { causeOfChange, imageOf, type RowChange } from "../../calls/change-log.ts";
import { evaluateCell, outcomeOfError } from "../../cells/evaluate-cell.ts";
import { keyOfRow, writeKey } from "../../keys/key-from.ts";

/** What a template is written in, and so what a value must look like in there. */
export type Notation = BodyNotation | "html" | "url" | "header" | "addresses";

/**
 * A template with its holes filled in and its blocks repeated. In JSON a hole between quotes takes a text, escaped, and any
 * other hole a value with its quotes; in HTML a value is a text, unless it is said to be HTML; in a URL and in a form it is
 * percent-encoded, and in a header it has no line breaks. Among addresses a value is one address or words of a name, and a
 * list as many as it has: no text of a row adds a receiver.
 */
export function* renderTemplate(
  call: Call,
  rule: RuleDefinition,
  template: Template,
  notation: Notation,
  change: RowChange,
): Task<Outcome<string>> {
  const rendering = new Rendering(call, rule, notation, change);
  yield* rendering.render(template, imageOf(change), []);
  const { text, diagnostics } = rendering;
  return {
    output: notation === "json" && hasBlocks(template) ? withoutSpareCommas(text) : text,
    diagnostics: diagnostics.all,
  };
}

class Rendering {
  readonly diagnostics = new DiagnosticList();
  readonly #call: Call;
  readonly #rule: RuleDefinition;
  readonly #notation: Notation;
  readonly #change: RowChange;
  readonly #pieces: string[] = [];
  #length = 0;
  #rows = 0;
  #isInQuotes = false;
  /** In HTML the end of a tag that is open, else blank. */
  #tag = "";
  #isStopped = false;

  constructor(call: Call, rule: RuleDefinition, notation: Notation, change: RowChange) {
    this.#call = call;
    this.#rule = rule;
    this.#notation = notation;
    this.#change = change;
  }

  get text(): string {
    return this.#pieces.join("");
  }

  /** Parts about a row; `around` are those of the blocks around it and the one that changed, outermost first. */
  *render(parts: Template, row: Row, around: readonly Row[]): Task<void> {
    for (const [at, part] of parts.entries()) {
      if (this.#isStopped || this.diagnostics.isFull) return;
      if (part.kind === "text") {
        this.#isInQuotes = endsInQuotes(part.text, this.#isInQuotes);
        this.#write(part.text);
      } else if (part.kind === "variable") {
        const value = readVariable(this.#call, this.#rule, part.name, this.#change);
        this.#write(this.#written(parts, at, value));
      } else if (part.kind === "value") {
        const { type } = part.expression;
        const value = writeJson(yield* this.#evaluate(part.expression, row, around), type);
        const isJson = this.#notation === "json" && !this.#isInQuotes;
        const shown = !isJson && holdsObjects(type) ? textOfJson(value) : value;
        this.#write(part.isHtml ? textOf(shown) : this.#written(parts, at, shown));
      } else if (part.kind === "choice") {
        const isMet = (yield* this.#evaluate(part.condition, row, around)) === true;
        yield* this.render(isMet ? part.parts : part.otherwise, row, around);
      } else {
        yield* this.#renderRows(part, row, around);
      }
    }
  }

  /** The parts of a block for each row of its list; keys without a row that the caller sees are left out. */
  *#renderRows({ rows, table, parts }: TemplateRows, row: Row, around: readonly Row[]): Task<void> {
    const {
      read: { context },
      limits: { events },
    } = this.#call;
    const items = ((yield* this.#evaluate(rows, row, around)) ?? []) as readonly Value[];
    this.#rows += items.length;
    if (this.#rows > events.limits.templateRows) return this.#refuse(events.limits.templateRows, "rows");
    const stored = table === undefined ? undefined : context.rowsOf(table);
    const rowOf = (item: Value) => (stored === undefined ? (item as Row) : stored.find(item));
    const inView = [...around, row];
    for (const inner of items.map((item) => (item === null ? undefined : rowOf(item)))) {
      if (inner === undefined) continue;
      const before = this.#length;
      yield* this.render(parts, inner, inView);
      if (this.#isStopped) return;
      this.#charge(1 + Math.floor((this.#length - before) / CHARACTERS_A_STEP));
    }
  }

  /** Blank after an error, of which one is enough for all the rows of a block. */
  *#evaluate(expression: CheckedExpression, row: Row, around: readonly Row[]): Task<Value> {
    const { before } = this.#change;
    const value = yield* evaluateCell(this.#call, expression, row, before, this.#place, undefined, around);
    this.diagnostics.addAll(value.diagnostics);
    this.#isStopped ||= value.output === undefined && around.length > 0;
    return value.output ?? null;
  }

  get #place() {
    return { row: this.#change.position };
  }

  #written(parts: Template, at: number, value: JsonValue): string {
    const isAddress = this.#notation === "addresses" && standsAlone(parts, at);
    if (isAddress) return writeAddresses(value);
    const written = writers[this.#notation](value, this.#isInQuotes);
    return isBareAttribute(this.#tag) ? written.replace(/[\s=`]/gu, characterReference) : written;
  }

  #write(text: string): void {
    const { templateLength } = this.#call.limits.events.limits;
    this.#length += text.length;
    if (this.#notation === "html") this.#tag = openTag(this.#tag + text);
    if (this.#length > templateLength) this.#refuse(templateLength, "characters");
    else this.#pieces.push(text);
  }

  #charge(steps: number): void {
    try {
      this.#call.read.context.meter.spend(steps);
    } catch (thrown) {
      this.diagnostics.addAll(outcomeOfError(thrown, this.#place).diagnostics);
      this.#isStopped = true;
    }
  }

  #refuse(limit: number, unit: "rows" | "characters"): void {
    if (!this.#isStopped) this.diagnostics.add(diagnose("limit/template", { limit, unit }, this.#place));
    this.#isStopped = true;
  }
}

/** What a step of the request's budget pays for, of what blocks repeat. */
const CHARACTERS_A_STEP = 64;

const writers: Readonly<Record<Notation, (value: JsonValue, isInQuotes: boolean) => string>> = {
  json: (value, isInQuotes) =>
    isInQuotes ? JSON.stringify(textOf(value)).slice(1, -1) : JSON.stringify(value),
  html: (value) => textOf(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign),
  url: (value) => encodeURIComponent(textOf(value).toWellFormed()),
  form: (value) => encodeFormValue(textOf(value).toWellFormed()),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a header must not have.
  header: (value) => textOf(value).replace(/[\u0000-\u001f\u007f]+/g, " "),
  addresses: (value) => wordsOf(textOf(value)),
  text: textOf,
};

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The end of the tag that HTML leaves open, with its first sign; blank where it leaves none. */
function openTag(html: string): string {
  const tag = html.slice(html.lastIndexOf("<"));
  if (!tag.startsWith("<") || tag.replace(QUOTED, "").includes(">")) return "";
  return tag.length > FAR ? `<${tag.slice(1 - FAR)}` : tag;
}

/** Whether what comes next in a tag is the value of an attribute without quotes, which a blank would end. */
function isBareAttribute(tag: string): boolean {
  return /=\s*[^\s"']*$/u.test(tag) && !/["']/u.test(tag.replace(QUOTED, ""));
}

const QUOTED = /"[^"]*"|'[^']*'/gu;

/** Characters of a tag that are looked at. */
const FAR = 256;

function characterReference(sign: string): string {
  return `&#${sign.codePointAt(0)};`;
}

/** Whether nothing but what separates addresses is next to a placeholder, so that its value may be an address of its own. */
function standsAlone(template: Template, at: number): boolean {
  const isEnd = (part: Template[number] | undefined, end: RegExp) =>
    part === undefined || (part.kind === "text" && end.test(part.text));
  return isEnd(template[at - 1], /[\s,;:<]$/u) && isEnd(template[at + 1], /^[\s,;>]/u);
}

function writeAddresses(value: JsonValue): string {
  if (Array.isArray(value)) return value.map(writeAddresses).join(LIST_SEPARATOR);
  const text = textOf(value).trim();
  return ONE_ADDRESS.test(text) ? text : wordsOf(text);
}

/** A text without what makes an address of it, ends it or begins another. */
function wordsOf(text: string): string {
  return text.replace(/[@,;:<>()[\]"\\\p{Cc}\s]+/gu, " ").trim();
}

const ONE_ADDRESS = /^[^@,;:<>()[\]"\\\p{Cc}\s]+@[^@,;:<>()[\]"\\\p{Cc}\s]+$/u;

/** As the URL Standard serialises forms: a blank is a plus, and of signs only `*`, `-`, `.` and `_` stay. */
function encodeFormValue(text: string): string {
  const encoded = encodeURIComponent(text).replace(/[!'()~]/g, (sign) => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return encoded.replaceAll("%20", "+");
}

/** Objects, and any JSON but a text, are written as the text of their JSON; an empty list as nothing. */
function textOfJson(value: JsonValue): JsonValue {
  const isPlain = typeof value !== "object" || value === null || (Array.isArray(value) && value.length === 0);
  return isPlain ? value : JSON.stringify(value);
}

function textOf(value: JsonValue): string {
  if (Array.isArray(value)) return value.map(textOf).join(LIST_SEPARATOR);
  return value === null ? "" : String(value);
}

/** The value of a variable of templates; times are in the time zone of the call. */
function readVariable(
  { app, read: { context } }: Call,
  rule: RuleDefinition,
  variable: TemplateVariable,
  change: RowChange,
): JsonValue {
  const { name, table, slice } = rule;
  switch (variable) {
    case "_APPID":
      return app.id;
    case "_APPNAME":
      return app.name;
    case "_APPOWNER":
      return app.owner ?? null;
    case "_NOW":
      return writeIsoDateTime(context.now);
    case "_TODAY":
      return writeIsoDate(Math.floor(context.now / SECONDS_PER_DAY));
    case "_ROWKEY":
      return writeKey(table, keyOfRow(table, imageOf(change)));
    case "_RULENAME":
      return name;
    case "_TABLENAME":
      return (slice ?? table).name;
    case "_UPDATEMODE":
      return causeOfChange(rule, change);
    case "_USEREMAIL":
      return context.user.email;
  }
}
