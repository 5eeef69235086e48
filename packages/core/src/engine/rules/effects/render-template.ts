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
export type Notation = BodyNotation | "url" | "header";

/**
 * A template with its holes filled in. In JSON a hole between quotes takes a text, escaped, and any other hole a value
 * with its quotes; in a URL and in a form a value is percent-encoded, and in a header it has no line breaks.
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
  for (const part of template) {
    if (part.kind === "text") {
      isInQuotes = endsInQuotes(part.text, isInQuotes);
      pieces.push(part.text);
    } else if (part.kind === "variable") {
      pieces.push(writers[notation](readVariable(call, rule, part.name, change), isInQuotes));
    } else {
      const { expression } = part;
      const place = { row: change.position };
      const value = yield* evaluateCell(call, expression, imageOf(change), change.before, place);
      diagnostics.addAll(value.diagnostics);
      pieces.push(writers[notation](writeJson(value.output ?? null, expression.type), isInQuotes));
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
  text: textOf,
};

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
