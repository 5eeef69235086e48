import { type FactShape, factForms } from "../../decisions/rules-shape.ts";
import { namesForm, numberForm, yesNoForm } from "../../yaml/forms.ts";

/** What a field of an object has besides what a fact has: whether stores find rows by it. */
export interface OfField {
  readonly index?: boolean | undefined;
}

/** The type of a field of an object, or of the items of a list. */
export type FieldShape = FactShape<OfField>;

export const { one: fieldForm, several: fieldForms } = factForms<OfField>(
  "a field, written as a mapping",
  ["field", "fields"],
  {
    values: namesForm.min(1, { error: "at least one value" }).optional(),
    min: numberForm.optional(),
    max: numberForm.optional(),
    index: yesNoForm.optional(),
  },
);

/** `Line` of `List of Line`. */
export function itemOfList(type: string): string | undefined {
  return /^List of (.+)$/u.exec(type)?.[1];
}
