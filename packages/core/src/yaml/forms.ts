import * as z from "zod";

/** The forms that members of a definition have; the message of an issue says what was expected. */
export const textForm = z.string({ error: "a text" }).min(1, { error: "a text that is not empty" });
export const yesNoForm = z.boolean({ error: "true or false" });
export const singleForm = z.union([z.string(), z.number(), z.boolean()], { error: "a single value" });
export const expressionForm = z.union([z.string(), z.number(), z.boolean()], { error: "an expression" });
export const numberForm = z.number({ error: "a number" });
export const namesForm = z.array(textForm, { error: "a list of names" });
export const countForm = z.int({ error: "a whole number" }).min(0, { error: "a whole number from 0" });

/** One of some words. */
export function oneOf<const T extends readonly [string, ...string[]]>(...words: T) {
  return z.enum(words, { error: `one of ${words.map((word) => `"${word}"`).join(", ")}` });
}

/** A mapping with these members and no others; `what` names it in messages: "a rule, written as a mapping". */
export function members<T extends z.core.$ZodLooseShape>(what: string, shape: T) {
  const names = Object.keys(shape).join(", ");
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? names : what),
  });
}

/** A mapping whose names the author chooses; all its values have one form. */
export function byName<T extends z.ZodType>(what: string, shape: T) {
  return z.record(z.string(), shape, { error: what });
}

export const boundForm = z.union([z.number(), z.string()], { error: "a number, a date or a time" });

/** How long something lasts: `12h`, `30d`, `8w` or `2y`. */
export const timeSpanForm = z
  .string({ error: "a time such as 12h, 30d, 8w or 2y" })
  .regex(/^[1-9]\d{0,3}[hdwy]$/, { error: "a time such as 12h, 30d, 8w or 2y" });
