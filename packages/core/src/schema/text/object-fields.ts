import { z } from "zod";
import { byName, count, members, names, number, text, yesNo } from "../../yaml/forms.ts";

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
      description?: string | undefined;
    };

export const fieldForm: z.ZodType<FieldShape, FieldShape> = z
  .lazy(() =>
    z.union(
      [
        text,
        members("a set of members of a field", {
          type: text,
          fields: fieldForms.optional(),
          of: fieldForm.optional(),
          itemType: text.optional(),
          decimalDigits: count.optional(),
          currency: text.optional(),
          values: names.min(1, { error: "at least one value" }).optional(),
          min: number.optional(),
          max: number.optional(),
          required: yesNo.optional(),
          description: text.optional(),
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
