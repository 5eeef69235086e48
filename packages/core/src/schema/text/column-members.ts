import * as z from "zod";
import { type FactShape, factForms } from "../../decisions/rules-shape.ts";
import { LIST_SEPARATOR, type Value } from "../../values/index.ts";
import {
  boundForm,
  countForm,
  expressionForm,
  members,
  namesForm,
  numberForm,
  oneOf,
  singleForm,
  textForm,
  yesNoForm,
} from "../../yaml/forms.ts";

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

/**
 * Columns by where their values come from: callers (`written`), a formula at each read (`virtual`), only the database
 * (`readOnly`), the formula that a type such as List needs (`formula`), or the application, which keeps change columns.
 */
export type ColumnKind = "written" | "virtual" | "readOnly" | "formula" | "application";

const EVERY_KIND: readonly ColumnKind[] = ["written", "virtual", "readOnly", "formula", "application"];

/**
 * Every member that a definition may give a column, declared once: the loader reads the form and what holds otherwise, the
 * JSON Schema the form and the sentence, and the tables in docs/definition-columns.md hold the sentences.
 */
export const columnMembers = {
  type: { form: textForm, says: "the type of its values; required", for: EVERY_KIND },
  key: member(yesNoForm, "`true`: part of the key, in the order of the columns, if the table has no `key`"),
  label: member(yesNoForm, "`true`: the name of a row for people; default: the first key column"),
  required: member(yesNoForm, "`true`: a row without a value is refused", ["written"]),
  requiredIf: member(expressionForm, "an expression: rows for which it is TRUE need a value", ["written"]),
  validIf: member(
    expressionForm,
    "an expression that is TRUE for a valid value, or a list of valid values; not evaluated for a blank",
    ["written"],
  ),
  invalidMessage: member(expressionForm, "an expression: the message for an invalid value", [
    "written",
    "application",
  ]),
  initialValue: member(expressionForm, "an expression: the value of a new row if the caller sends none", [
    "written",
    "virtual",
  ]),
  formula: member(
    expressionForm,
    "an expression, computed whenever the row is saved; a value that is sent is ignored with a warning",
    ["written", "virtual", "formula"],
  ),
  virtual: member(yesNoForm, "`true`: not stored; the formula is computed whenever the row is read", [
    "written",
    "virtual",
    "readOnly",
    "formula",
  ]),
  readIf: member(
    expressionForm,
    "an expression: who may read the column, or its cell of a row; others get no answer with it and cannot name it, see [columns by role](definition-access.md#columns-by-role)",
  ),
  writeIf: member(
    expressionForm,
    "an expression: who may write the column, or its cell of a row; a call that changes it is refused for others",
    ["written"],
  ),
  editableIf: member(
    expressionForm,
    "an expression: whether forms let people edit the column; API calls may change it unless `app.editableIf` is `binding`, and answer it for the property `Form`",
  ),
  showIf: member(expressionForm, "an expression: whether forms show the column; answered like `editableIf`"),
  resetIf: member(expressionForm, "an expression for forms, as `editableIf`", ["written"]),
  description: option(textForm, "a note for people", none<string>(), "every type"),
  sensitive: option(yesNoForm, "`true`: its values are not for logs", false, "every type"),
  source: option(
    textForm,
    "the name of the column in the table of `source`; default: its own name",
    none<string>(),
    "every type",
    ["written", "readOnly", "application"],
  ),
  was: option(
    textForm,
    "the former name of the column, whose values it takes over ([migrations](migrations.md))",
    none<string>(),
    "every type",
    ["written", "readOnly", "application"],
  ),
  instant: option(
    z.union([yesNoForm, oneOf("seconds", "milliseconds")], {
      error: 'true, false, "seconds" or "milliseconds"',
    }),
    "`true`: a DateTime of a `source` is an instant, answered in the call's time zone; stored without a zone, it is UTC. `seconds`, `milliseconds`: the database stores it as their number since 1970",
    false as boolean | "seconds" | "milliseconds",
    "some types",
    ["written", "readOnly"],
  ),
  readOnly: option(
    yesNoForm,
    "`true`: only the database sets the column of a `source`; a value that is sent is ignored with a warning",
    false,
    "every type",
    ["written", "readOnly"],
  ),
  index: option(yesNoForm, "`true`: the store keeps an index; Refs always have one", false, "every type"),
  table: option(textForm, "the table of a Ref, or of the Refs of a list", none<string>()),
  partOf: option(yesNoForm, "`true`: rows are parts of the Ref's row, and are deleted with it", false),
  enforce: option(yesNoForm, "`true`: the Ref's row must exist", false),
  onDelete: option(
    oneOf("restrict", "clear", "delete"),
    "what happens if the Ref's row is deleted: `restrict`, `clear` or `delete` ([deleted rows](definition-references.md#references-to-deleted-rows)); default: nothing",
    none<"restrict" | "clear" | "delete">(),
  ),
  autoNumber: option(
    yesNoForm,
    "`true`: a new row without a number gets the next one ([numbers](#numbers-that-count-up))",
    false,
    "some types",
    ["written"],
  ),
  values: option(
    z.array(singleForm, { error: "a list of values" }).min(1, { error: "at least one value" }),
    "the values of an Enum or EnumList",
    none<readonly Value[]>(),
  ),
  allowOtherValues: option(yesNoForm, "`true`: an Enum or EnumList accepts other values too", false),
  itemType: option(
    textForm,
    "the type of an Enum's values, or of a list's items; default: Text",
    none<string>(),
  ),
  fields: option(
    fieldForms,
    "the fields of an Object by name, each a type, or a mapping with a `type` ([objects](#objects))",
    none<Readonly<Record<string, FieldShape>>>(),
  ),
  of: option(
    fieldForm,
    "an Object's one of `types`; the item type of a List that callers write",
    none<FieldShape>(),
  ),
  separator: option(
    textForm,
    'what separates the items of a list in a text; default: `" , "`',
    LIST_SEPARATOR,
  ),
  min: option(boundForm, "the least number, date, time or duration", none<number>()),
  max: option(boundForm, "the greatest", none<number>()),
  step: option(
    z.number({ error: "a number" }).positive({ error: "a number above 0" }),
    "the distance between valid numbers, from `min` or 0",
    none<number>(),
  ),
  minLength: option(countForm, "the least number of characters of a text", none<number>()),
  maxLength: option(countForm, "the greatest", none<number>()),
  decimalDigits: option(
    countForm,
    "the digits after the point that TEXT() shows; the value is not rounded",
    none<number>(),
  ),
  digits: option(
    oneOf("exact"),
    "`exact`: numbers of a `source` are texts with all digits, when read and when written; conditions, sums and formulas use 15 digits",
    none<"exact">(),
    "some types",
    ["written", "readOnly"],
  ),
  currency: option(
    textForm,
    "the sign that TEXT() shows, and that a Price may have when it is sent; default: any one sign",
    none<string>(),
  ),
  watch: option(
    members("a watch, written as a mapping", {
      columns: namesForm.optional(),
      values: z.array(singleForm, { error: "a list of values" }).optional(),
    }),
    "the `columns`, and the `values` they change to, that a change column watches; default: all",
    none<ColumnWatch>(),
  ),
  mode: option(
    oneOf("accumulate", "reset"),
    "`accumulate`: a ChangeCounter counts saves that change something; `reset`: it is 1 after such a save, else 0",
    "accumulate" as "accumulate" | "reset",
  ),
} as const satisfies Record<string, ColumnMember<z.ZodType>>;

/** What a member says of a column. */
interface ColumnMember<F extends z.ZodType> {
  readonly form: F;
  /** As the documentation has it. */
  readonly says: string;
  /** The kinds of columns that it means something for. */
  readonly for: readonly ColumnKind[];
}

/** A member that is read into the column's options. */
interface ColumnOption<F extends z.ZodType, T> extends ColumnMember<F> {
  readonly takenBy: "every type" | "some types";
  /** What holds where a definition leaves it out. */
  readonly otherwise: T;
}

/** What a change column looks at. */
export interface ColumnWatch {
  /** Names of columns of the same table; empty is every column that callers write. */
  readonly columns: readonly string[];
  /** Only a change to one of these counts; empty is any value. */
  readonly values: readonly string[];
}

function member<F extends z.ZodType>(
  form: F,
  says: string,
  kinds: readonly ColumnKind[] = EVERY_KIND,
): ColumnMember<z.ZodOptional<F>> {
  return { form: form.optional().describe(says), says, for: kinds };
}

function option<F extends z.ZodType, T>(
  form: F,
  says: string,
  otherwise: T,
  takenBy: "every type" | "some types" = "some types",
  kinds: readonly ColumnKind[] = EVERY_KIND,
): ColumnOption<z.ZodOptional<F>, T> {
  return { form: form.optional().describe(says), says, takenBy, otherwise, for: kinds };
}

/** Nothing holds where the option is left out. */
function none<T>(): T | undefined {
  return undefined;
}

/** `Line` of `List of Line`. */
export function itemOfList(type: string): string | undefined {
  return /^List of (.+)$/u.exec(type)?.[1];
}
