import { isWholeNumber, type Type, valueFamilyOf } from "../expression/parts.ts";

/** How the values of a type are written in JSON: a word for what has no parts, such as `time`. */
export type JsonForm = string | JsonListForm | JsonObjectForm;

interface JsonListForm {
  readonly items: JsonForm;
}

interface JsonObjectForm {
  readonly fields: Readonly<Record<string, JsonForm>>;
}

export function jsonFormOf(type: Type): JsonForm {
  if (type.kind === "List") return { items: jsonFormOf(type.item) };
  if (type.kind === "Object")
    return { fields: Object.fromEntries(type.shape.columns.map((one) => [one.name, jsonFormOf(one.type)])) };
  if (type.kind === "Json") return "json";
  const family = valueFamilyOf(type);
  if (family === "number") return isWholeNumber(type) ? "integer" : "real";
  return family === "point" ? type.kind : family;
}

/** Two forms in words, of the part in which they differ first: `text at /inner/at` and `time at /inner/at`. */
export interface OtherForms {
  readonly held: string;
  readonly holds: string;
}

/**
 * Where JSON of one form is not read in another; undefined where all of it is. Fields that only one of them has make no difference: a
 * missing one is blank.
 */
export function otherForms(held: JsonForm, holds: JsonForm, pointer = ""): OtherForms | undefined {
  if (typeof held === "object" && typeof holds === "object") {
    if ("items" in held && "items" in holds) return otherForms(held.items, holds.items, `${pointer}/*`);
    if ("fields" in held && "fields" in holds) {
      for (const [name, form] of Object.entries(holds.fields)) {
        const before = Object.hasOwn(held.fields, name) ? held.fields[name] : undefined;
        const found = before === undefined ? undefined : otherForms(before, form, `${pointer}/${name}`);
        if (found !== undefined) return found;
      }
      return undefined;
    }
  }
  if (held === holds || WIDER[String(held)] === holds) return undefined;
  const at = pointer === "" ? "" : ` at ${pointer}`;
  return { held: `${wordOf(held)}${at}`, holds: `${wordOf(holds)}${at}` };
}

/** The form in which all JSON of another reads as it is. */
const WIDER: Readonly<Record<string, string | undefined>> = { integer: "real", text: "json" };

/** "list" by itself is one of single values, in the form in which the store keeps these. */
function wordOf(form: JsonForm): string {
  if (typeof form === "string") return form;
  return "items" in form ? `list of ${wordOf(form.items)}` : "object";
}
