import { DiagnosticList, type Outcome } from "../../../diagnostics/index.ts";
import { type Steps, writeJson } from "../../../expression/parts.ts";
import {
  type BodyNotation,
  endsInQuotes,
  type RuleDefinition,
  type Template,
} from "../../../schema/index.ts";
import { type JsonValue, LIST_SEPARATOR } from "../../../values/index.ts";
import type { Call } from "../../calls/call.ts";
import { imageOf, type RowChange } from "../../calls/row-change.ts";
import { evaluateCell } from "../../cells/evaluate-cell.ts";
import { readVariable } from "./read-variable.ts";

/** What a template is written in, and so what a value must look like in there. */
export type Notation = BodyNotation | "url" | "header" | "addresses";

/**
 * A template with its holes filled in. In JSON a hole between quotes takes a text, escaped, and any other hole a value
 * with its quotes; in a URL and in a form a value is percent-encoded, and in a header it has no line breaks. Among addresses a value
 * is one address or words of a name, and a list as many as it has: no text of a row adds a receiver.
 */
export function* renderTemplate(
  call: Call,
  rule: RuleDefinition,
  template: Template,
  notation: Notation,
  change: RowChange,
): Steps<Outcome<string>> {
  const diagnostics = new DiagnosticList();
  let isInQuotes = false;
  const pieces: string[] = [];
  for (const [at, part] of template.entries()) {
    const write = notation === "addresses" && standsAlone(template, at) ? writeAddresses : writers[notation];
    if (part.kind === "text") {
      isInQuotes = endsInQuotes(part.text, isInQuotes);
      pieces.push(part.text);
    } else if (part.kind === "variable") {
      pieces.push(write(readVariable(call, rule, part.name, change), isInQuotes));
    } else {
      const { expression } = part;
      const place = { row: change.position };
      const value = yield* evaluateCell(call, expression, imageOf(change), change.before, place);
      diagnostics.addAll(value.diagnostics);
      pieces.push(write(writeJson(value.output ?? null, expression.type), isInQuotes));
    }
  }
  return { output: pieces.join(""), diagnostics: diagnostics.all };
}

const writers: Readonly<Record<Notation, (value: JsonValue, isInQuotes: boolean) => string>> = {
  json: (value, isInQuotes) =>
    isInQuotes ? JSON.stringify(textOf(value)).slice(1, -1) : JSON.stringify(value),
  url: (value) => encodeURIComponent(textOf(value).toWellFormed()),
  form: (value) => encodeFormValue(textOf(value).toWellFormed()),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a header must not have.
  header: (value) => textOf(value).replace(/[\u0000-\u001f\u007f]+/g, " "),
  addresses: (value) => wordsOf(textOf(value)),
  text: textOf,
};

/** Whether nothing but what separates addresses is beside a hole, so that its value may be an address of its own. */
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

function textOf(value: JsonValue): string {
  if (Array.isArray(value)) return value.map(textOf).join(LIST_SEPARATOR);
  return value === null ? "" : String(value);
}
