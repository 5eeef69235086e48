import type { Value } from "../../../values/index.ts";
import { joinTexts } from "../../runtime/meter.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Type } from "../../tree/type.ts";
import { writeValue } from "../../tree/value-forms.ts";
import { defineFunction } from "../define-function.ts";
import { countPlaces, splitText } from "./find-text.ts";

export const split = defineFunction("text", {
  signature: "SPLIT(text: Anything, delimiter: Text): List of Text",
  summary: "The parts of a text between delimiters, as a list.",
  details:
    'Case counts. Two delimiters in a row have a blank item between them; a blank text gives an empty list, a blank delimiter one item. A list is first joined by commas, so SPLIT(list, ",") flattens a list of lists.',
  blanks: "accept",
  uses: "request",
  evaluateFor:
    ([type = { kind: "Text" }]) =>
    (value, delimiter, context) => {
      const text = writeJoined(value, type, context);
      if (text === "") return [];
      if (delimiter === null) return [text];
      context.meter.buildList(countPlaces(text, delimiter) + 1);
      return splitText(text, delimiter).map((piece) => piece || null);
    },
  examples: [
    ['SPLIT("2026-03-14", "-")', ["2026", "03", "14"]],
    ['SPLIT("a,,b", ",")', ["a", null, "b"]],
    ['SPLIT(LIST("a,b", "c"), ",")', ["a", "b", "c"]],
    ['SPLIT("", ",")', []],
  ],
});

/** The text of a value, where lists have a single comma between their items at every depth. */
function writeJoined(value: Value, type: Type, context: RequestContext): string {
  if (type.kind !== "List") return writeValue(value, type, context.locale);
  const items = ((value ?? []) as readonly Value[]).map((item) => writeJoined(item, type.item, context));
  return joinTexts(items, ",", context.meter);
}
