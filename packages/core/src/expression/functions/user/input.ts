import { toCanonical, type Value } from "../../../values/index.ts";
import type { DerivedResult } from "../../check/function-definition.ts";
import { valueOfText } from "../../check/literals.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import { familyOf, isWholeNumber, type Type, typeName } from "../../tree/type.ts";
import { writeValue } from "../../tree/value-forms.ts";
import { defineFunction } from "../define-function.ts";

const typeOfDefault: DerivedResult = {
  name: "the type of the default",
  of: ([, fallback]) => (fallback as Parameters<DerivedResult["of"]>[0][number]).type,
};

export const input = defineFunction("user", {
  signature: "INPUT(name: Name, default: Anything)",
  summary: "A value that the call supplies under a name, or else the default.",
  details:
    "The default decides the type; a value of another type is an error. For a list the text is split at commas.",
  result: typeOfDefault,
  blanks: "accept",
  uses: "request",
  evaluateFor:
    ([, type = { kind: "Text" }]) =>
    (name, fallback, context) => {
      const supplied = context.inputs.get(name ?? "");
      return supplied === undefined ? fallback : readInput(name ?? "", supplied, type, context);
    },
  examples: [
    ['INPUT("Amount", 5)', 5],
    ['INPUT("Note", "none") & "!"', "none!"],
  ],
});

/** A value supplied by the call in the type expected of it. Throws `EvaluationError` for one that does not read so. */
export function readInput(name: string, value: Value, type: Type, context: RequestContext): Value {
  if (type.kind === "List") {
    const items = Array.isArray(value) ? value : cutAtCommas(value);
    context.meter.buildList(items.length);
    return items.map((item) => readInput(name, item, type.item, context));
  }
  if (value === null || type.kind === "Any") return value;
  if (typeof value === "boolean" && familyOf(type) === "yes/no") return value;
  if (typeof value === "number" && familyOf(type) === "number") {
    if (!isWholeNumber(type) || Number.isSafeInteger(value)) return toCanonical(value);
  }
  const text = writeValue(value, { kind: "Any" }, context.locale);
  const read = valueOfText(text, type, context.locale, context.timeZone);
  if (read !== undefined) return read;
  throw new EvaluationError("run/unreadable-input", { name, value: text, type: typeName(type, () => false) });
}

function cutAtCommas(value: Value): readonly Value[] {
  if (typeof value !== "string") return value === null ? [] : [value];
  return value
    .split(",")
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
}
