import { z } from "zod";
import { byName, countForm, members, namesForm, numberForm, textForm, yesNoForm } from "../../yaml/forms.ts";

/** The type of a field of an object, or of the items of a list: its name, or with more to say. */
export type FieldShape =
  | string
  | {
      type: string;
      fields?: Record<string, FieldShape> | undefined;
      of?: FieldShape | undefined;
      itemType?: string | undefined;
      decimalDigits?: number | undefined;
      currency?: string | undefined;
      values?: readonly (string | number | boolean)[] | undefined;
      min?: number | string | undefined;
      max?: number | string | undefined;
      required?: boolean | undefined;
      index?: boolean | undefined;
      description?: string | undefined;
    };

export const fieldForm: z.ZodType<FieldShape, FieldShape> = z
  .lazy(() =>
    z.union(
      [
        textForm,
        members("a set of members of a field", {
          type: textForm,
          fields: fieldForms.optional(),
          of: fieldForm.optional(),
          itemType: textForm.optional(),
          decimalDigits: countForm.optional(),
          currency: textForm.optional(),
          values: namesForm.min(1, { error: "at least one value" }).optional(),
          min: numberForm.optional(),
          max: numberForm.optional(),
          required: yesNoForm.optional(),
          index: yesNoForm.optional(),
          description: textForm.optional(),
        }),
      ],
      { error: "a type, or a set of members with a type" },
    ),
  )
  .meta({ id: "field" });

/** Fields of an object by their names. */
export const fieldForms: z.ZodType<Record<string, FieldShape>, Record<string, FieldShape>> = byName(
  "a set of fields by name",
  fieldForm,
).meta({ id: "fields" });

/** `Line` of `List of Line`. */
export function itemOfList(type: string): string | undefined {
  return /^List of (.+)$/u.exec(type)?.[1];
}
