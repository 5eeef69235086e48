import { z } from "zod";
import type { FactShape } from "../../decisions/rules-shape.ts";
import { byName, countForm, members, namesForm, numberForm, textForm, yesNoForm } from "../../yaml/forms.ts";

/** The type of a field of an object, or of the items of a list: as of a fact, and whether stores find rows by it. */
export type FieldShape = FactShape<{ readonly index?: boolean | undefined }>;

export const fieldForm: z.ZodType<FieldShape, FieldShape> = z
  .lazy(() =>
    z.union(
      [
        textForm,
        members("a field, written as a mapping", {
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
      { error: "a type, or a mapping with a type" },
    ),
  )
  .meta({ id: "field" });

type FieldShapes = Readonly<Record<string, FieldShape>>;

/** Fields of an object by their names. */
export const fieldForms: z.ZodType<FieldShapes, FieldShapes> = byName(
  "a mapping of fields by name",
  fieldForm,
).meta({ id: "fields" });

/** `Line` of `List of Line`. */
export function itemOfList(type: string): string | undefined {
  return /^List of (.+)$/u.exec(type)?.[1];
}
