import type { Value } from "../../../values/index.ts";
import { joinTexts } from "../../runtime/meter.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Type } from "../../tree/type.ts";
import { writeValue } from "../../tree/value-forms.ts";
import { defineFunction } from "../define-function.ts";

export const textJoin = defineFunction("text", {
  signature: "TEXTJOIN(delimiter: Text, skips blanks: Yes/No, value: Anything …): Text",
  summary: "The texts of all values and of the items of lists, with a delimiter between them.",
  growsText: true,
  blanks: "accept",
  uses: "request",
  evaluateFor:
    ([, , ...types]) =>
    (delimiter, skips, values, context) => {
      const texts = values.flatMap((value, at) => textsOf(value, types[at] as Type, context));
      const kept = skips === true ? texts.filter((one) => one !== "") : texts;
      return joinTexts(kept, delimiter ?? "", context.meter) || null;
    },
  examples: [['TEXTJOIN(", ", TRUE, "oak", LIST("", "pine"))', "oak, pine"]],
});

function textsOf(value: Value, type: Type, context: RequestContext): string[] {
  if (type.kind !== "List") return [writeValue(value, type, context.locale)];
  const items = (value ?? []) as readonly Value[];
  context.meter.buildList(items.length);
  return items.flatMap((item) => textsOf(item, type.item, context));
}
