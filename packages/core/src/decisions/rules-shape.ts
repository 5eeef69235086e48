import * as z from "zod";
import {
  boundForm,
  byName,
  countForm,
  expressionForm,
  members,
  oneOf,
  singleForm,
  textForm,
  yesNoForm,
} from "../yaml/forms.ts";

/** How a decision answers where several of its rows match. */
export const hitPolicies = [
  "unique",
  "any",
  "first",
  "priority",
  "collect",
  "collect list",
  "collect sum",
  "collect min",
  "collect max",
  "collect count",
  "rule order",
  "output order",
] as const;

export type HitPolicy = (typeof hitPolicies)[number];

/** A cell of a table, or what a rule gives an output. */
export type CellShape =
  | string
  | number
  | boolean
  | null
  | readonly CellShape[]
  | { readonly [field: string]: CellShape };

const cell: z.ZodType<CellShape, CellShape> = z
  .lazy(() =>
    z.union([singleForm, z.null(), z.array(cell), z.record(z.string(), cell)], {
      error: "a single value, an empty cell, a list of values or the fields of an object",
    }),
  )
  .meta({ id: "cell" });

const typed = {
  itemType: textForm.optional(),
  values: z
    .array(singleForm, { error: "a list of values" })
    .min(1, { error: "at least one value" })
    .optional(),
  decimalDigits: countForm.optional(),
  currency: textForm.optional(),
  description: textForm.optional(),
};

/** A fact, or a field of an object: its type by its name only, or with more, and with members of its own kind. */
export type FactShape<Own = unknown> =
  | string
  | (Own & {
      readonly type: string;
      readonly itemType?: string | undefined;
      readonly values?: readonly (string | number | boolean)[] | undefined;
      readonly decimalDigits?: number | undefined;
      readonly currency?: string | undefined;
      readonly description?: string | undefined;
      readonly required?: boolean | undefined;
      readonly min?: string | number | undefined;
      readonly max?: string | number | undefined;
      /** Of an Object. */
      readonly fields?: FactShapes<Own> | undefined;
      /** The items of a List. */
      readonly of?: FactShape<Own> | undefined;
    });

export type FactShapes<Own = unknown> = Readonly<Record<string, FactShape<Own>>>;

/**
 * The forms of a fact or field, by its type only or with its members, and of several by their names. `own` is what the kind has besides
 * or in another form; the ids name both in the JSON Schema.
 */
export function factForms<Own>(
  what: string,
  ids: readonly [one: string, several: string],
  own: Readonly<Record<string, z.ZodType>> = {},
): { readonly one: z.ZodType<FactShape<Own>>; readonly several: z.ZodType<FactShapes<Own>> } {
  const shape = () =>
    members(what, {
      type: textForm,
      ...typed,
      fields: several.optional(),
      of: one.optional(),
      required: yesNoForm.optional(),
      min: boundForm.optional(),
      max: boundForm.optional(),
      ...own,
    }) as unknown as z.ZodType<Exclude<FactShape<Own>, string>>;
  const one: z.ZodType<FactShape<Own>> = z.lazy(() => typeOr(shape())).meta({ id: ids[0] });
  const several: z.ZodType<FactShapes<Own>> = byName("a mapping of fields by name", one).meta({ id: ids[1] });
  return { one, several };
}

const { one: field, several: fields } = factForms("a fact, written as a mapping", [
  "parameter",
  "parameters",
]);
const nested = { fields: fields.optional(), of: field.optional() };

const output = members("an output, written as a mapping", {
  type: textForm,
  ...typed,
  ...nested,
  default: cell.optional(),
});

const event = z.union([textForm, z.looseObject({ type: textForm }, { error: "a mapping with a type" })], {
  error: "the type of the event, or a mapping with a type",
});

const rule = members("a rule, written as a mapping", {
  name: textForm,
  when: expressionForm,
  set: byName("a mapping of values by output", cell).optional(),
  event: event.optional(),
  priority: z.number({ error: "a number" }).optional(),
  stop: yesNoForm.optional(),
  description: textForm.optional(),
});

const rows = z
  .array(z.array(cell, { error: "a list of cells" }), { error: "a list of rows" })
  .min(1, { error: "at least one row" });

const decisionForms = {
  type: textForm.optional(),
  ...typed,
  ...nested,
  default: cell.optional(),
  outputs: byName("a mapping of outputs by name", typeOr(output)).optional(),
  formula: expressionForm.optional(),
  hit: oneOf(...hitPolicies).optional(),
  inputs: z.array(expressionForm, { error: "a list of expressions" }).optional(),
  rows: z.union([textForm, rows], { error: "a list of rows, or the name of a file" }).optional(),
  otherwise: cell.optional(),
  rules: z.array(rule, { error: "a list of rules" }).min(1, { error: "at least one rule" }).optional(),
};

const decision = members("a decision, written as a mapping", decisionForms);

/** A decision of an application, which is given its parameters as a function is. */
export const decisionOfApp = members("a decision, written as a mapping", {
  ...decisionForms,
  parameters: fields.optional(),
});

const answers = "a single value, null, or a list of single values";

/** In JSON form. */
const answer = z.union([singleForm, z.null(), z.array(z.union([singleForm, z.null()]))], { error: answers });

const TIMEOUT = "a time from 1ms to 60s, such as 500ms or 2s";

const ownFunction = members("a function, written as a mapping", {
  parameters: byName("a mapping of types by the names of parameters", textForm).optional(),
  result: textForm,
  formula: expressionForm.optional(),
  host: z.literal(true, { error: "true" }).optional(),
  cache: oneOf("call", "none").optional(),
  timeout: z
    .string({ error: TIMEOUT })
    .regex(/^([1-9]\d{0,3}ms|([1-9]|[1-5]\d|60)s)$/, { error: TIMEOUT })
    .optional(),
  description: textForm.optional(),
  examples: byName("a mapping of answers by expression", answer).optional(),
});

/** Functions with a formula, and signatures of functions of the program around: of rules and of an application. */
export const ownFunctions = byName("a mapping of functions by name", ownFunction);

/** The members of a definition of rules and the form of their values, as `definitionShape` has those of an application. */
export const rulesShape = members("a definition", {
  tablewright: z.literal(1, { error: "the version 1" }),
  rules: members("the rules, written as a mapping", {
    id: textForm,
    name: textForm.optional(),
    locale: textForm.optional(),
    description: textForm.optional(),
  }),
  types: byName("a mapping of types by name", fields).optional(),
  facts: byName("a mapping of facts by name", field),
  functions: ownFunctions.optional(),
  decisions: byName("a mapping of decisions by name", decision),
});

/** The decisions of a definition, of rules or of an application. */
export const tablesShape = z.looseObject({
  decisions: byName("a mapping of decisions by name", decisionOfApp).optional(),
});

export type RulesShape = z.output<typeof rulesShape>;
export type DecisionShape = z.output<typeof decision>;
export type DecisionRuleShape = z.output<typeof rule>;
export type OutputShape = z.output<typeof output>;
export type EventShape = z.output<typeof event>;
export type FunctionShapes = z.output<typeof ownFunctions>;

/** A type by its name only, or with its other members. */
function typeOr<T extends z.ZodType>(form: T) {
  return z.union([textForm, form], { error: "a type, or a mapping with a type" });
}
