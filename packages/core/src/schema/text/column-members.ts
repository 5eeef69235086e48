import * as z from "zod";
import { LIST_SEPARATOR, type Value } from "../../values/index.ts";
import {
  boundForm,
  countForm,
  expressionForm,
  members,
  namesForm,
  oneOf,
  singleForm,
  textForm,
  yesNoForm,
} from "../../yaml/forms.ts";
import { type FieldShape, fieldForm, fieldForms } from "./object-fields.ts";

/**
 * Columns by where their values come from: callers (`written`), a formula at each read (`virtual`), only the database
 * (`readOnly`), the formula that a type such as List needs (`formula`), or the application, which keeps change columns.
 */
export type ColumnKind = "written" | "virtual" | "readOnly" | "formula" | "application";

const EVERY_KIND: readonly ColumnKind[] = ["written", "virtual", "readOnly", "formula", "application"];

/**
 * Every member that a definition may give a column, declared once: the loader reads the form and what holds otherwise, the
 * JSON Schema the form and the sentence, and the tables in docs/definition.md hold the sentences.
 */
export const columnMembers = {
  type: { form: textForm, says: "the type of its values; always needed", for: EVERY_KIND },
  key: member(
    yesNoForm,
    "`true`: part of the key, in the order of the columns; for a table that does not say `key` itself",
  ),
  label: member(
    yesNoForm,
    "`true`: what people call a row by; one column of a table, else the first key column",
  ),
  required: member(yesNoForm, "`true`: a row without a value is refused", ["written"]),
  requiredIf: member(expressionForm, "an expression: required for the rows for which it is TRUE", [
    "written",
  ]),
  validIf: member(
    expressionForm,
    "an expression that is TRUE for a good value, or a list that the value must be in; not asked about a blank",
    ["written"],
  ),
  invalidMessage: member(
    expressionForm,
    "an expression that gives the sentence for a value that is not valid",
    ["written", "application"],
  ),
  initialValue: member(expressionForm, "an expression: the value of a new row when the caller sends none", [
    "written",
    "virtual",
  ]),
  formula: member(
    expressionForm,
    "an expression: the value is computed whenever the row is saved, and a value that is sent is ignored with a warning",
    ["written", "virtual", "formula"],
  ),
  virtual: member(yesNoForm, "`true`: never stored; the formula is computed whenever the row is read", [
    "written",
    "virtual",
    "readOnly",
    "formula",
  ]),
  editableIf: member(
    expressionForm,
    "whether a form lets the column be edited; calls of the API take its values all the same, and answer it for `Form` among their Properties",
  ),
  showIf: member(expressionForm, "whether a form shows the column; answered as `editableIf` is"),
  resetIf: member(expressionForm, "kept for forms, as `editableIf`", ["written"]),
  description: option(textForm, "a note for people", none<string>(), "every type"),
  sensitive: option(yesNoForm, "`true`: its values are not for logs", false, "every type"),
  source: option(
    textForm,
    "the name of the column in the table that the table's `source` names; the column's own name where it is left out",
    none<string>(),
    "every type",
    ["written", "readOnly", "application"],
  ),
  was: option(
    textForm,
    "the name that the column had before, from which its values are taken along; see [migrations](migrations.md)",
    none<string>(),
    "every type",
    ["written", "readOnly", "application"],
  ),
  instant: option(
    z.union([yesNoForm, oneOf("seconds", "milliseconds")], {
      error: 'true, false, "seconds" or "milliseconds"',
    }),
    "`true`: a DateTime is an instant, which is answered by the clock of the call's time zone, in a table with a `source`; where the database keeps no zone with it, it has the clock of UTC. `seconds` or `milliseconds`: the database keeps it as a number of these since 1970 began in UTC",
    false as boolean | "seconds" | "milliseconds",
    "some types",
    ["written", "readOnly"],
  ),
  readOnly: option(
    yesNoForm,
    "`true`: the database alone gives the column its values, in a table with a `source`; a value that is sent is ignored with a warning",
    false,
    "every type",
    ["written", "readOnly"],
  ),
  index: option(
    yesNoForm,
    "`true`: the store is asked to keep an index; Refs always have one",
    false,
    "every type",
  ),
  table: option(textForm, "the table that a Ref, or the Refs of a list, point at", none<string>()),
  partOf: option(
    yesNoForm,
    "`true`: rows are parts of the row that the Ref points at, and are deleted with it",
    false,
  ),
  enforce: option(yesNoForm, "`true`: the row that the Ref points at must exist", false),
  onDelete: option(
    oneOf("restrict", "clear", "delete"),
    "what deleting the row that the Ref points at does: `restrict` refuses it, `clear` blanks the Ref, `delete` deletes this row as well; nothing where it is left out, see [deleted rows](#references-to-deleted-rows)",
    none<"restrict" | "clear" | "delete">(),
  ),
  autoNumber: option(
    yesNoForm,
    "`true`: a new row that brings no number gets the next one, and none is given twice, see [numbers](#numbers-that-count-up)",
    false,
    "some types",
    ["written"],
  ),
  values: option(
    z.array(singleForm, { error: "a list of values" }).min(1, { error: "at least one value" }),
    "the values of an Enum or EnumList",
    none<readonly Value[]>(),
  ),
  allowOtherValues: option(yesNoForm, "`true`: an Enum or EnumList takes other values as well", false),
  itemType: option(
    textForm,
    "the type of the values of an Enum, or of the items of a list; Text where it is left out",
    none<string>(),
  ),
  fields: option(
    fieldForms,
    "the fields of an Object by their names, each a type, or a set of members with a type; see [objects](#objects)",
    none<Readonly<Record<string, FieldShape>>>(),
  ),
  of: option(
    fieldForm,
    "of an Object the one of `types` that it is; of a List that callers write the type of its items",
    none<FieldShape>(),
  ),
  separator: option(
    textForm,
    'what separates the items of a list that is written as text; `" , "` where it is left out',
    LIST_SEPARATOR,
  ),
  min: option(boundForm, "the least number, date, time or duration", none<number>()),
  max: option(boundForm, "the greatest", none<number>()),
  step: option(
    z.number({ error: "a number" }).positive({ error: "a number above 0" }),
    "how far apart numbers are, counted from `min` or 0",
    none<number>(),
  ),
  minLength: option(countForm, "the least number of characters of a text", none<number>()),
  maxLength: option(countForm, "the greatest", none<number>()),
  decimalDigits: option(
    countForm,
    "how many digits TEXT() shows behind the point; it rounds nothing",
    none<number>(),
  ),
  digits: option(
    oneOf("exact"),
    "`exact`: numbers are answered as texts with all digits that the database keeps, in a table with a `source`, and are written with all digits of a text that is sent; conditions, sums and formulas go by the nearest number of 15 digits",
    none<"exact">(),
    "some types",
    ["written", "readOnly"],
  ),
  currency: option(
    textForm,
    "the sign that TEXT() shows and that a Price may carry when it is sent; without it any one sign",
    none<string>(),
  ),
  watch: option(
    members("a set of members of a watch", {
      columns: namesForm.optional(),
      values: z.array(singleForm, { error: "a list of values" }).optional(),
    }),
    "the `columns`, and the `values` they change to, that a change column looks at; all where it is left out",
    none<ColumnWatch>(),
  ),
  mode: option(
    oneOf("accumulate", "reset"),
    "whether a ChangeCounter counts all saves that change something, or is 1 after such a save and 0 after another",
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
