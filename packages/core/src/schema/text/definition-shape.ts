import { z } from "zod";

/**
 * The members of a definition and the form of their values. The message of an issue says what was expected: words for
 * a value, the known names for an unknown member. What the values mean is checked later.
 */
const text = z.string({ error: "a text" }).min(1, { error: "a text that is not empty" });
const yesNo = z.boolean({ error: "true or false" });
const single = z.union([z.string(), z.number(), z.boolean()], { error: "a single value" });
const expression = z.union([z.string(), z.number(), z.boolean()], { error: "an expression" });
const names = z.array(text, { error: "a list of names" });
const count = z.int({ error: "a whole number" }).min(0, { error: "a whole number from 0" });

function oneOf<const T extends readonly [string, ...string[]]>(...words: T) {
  return z.enum(words, { error: `one of ${words.map((word) => `"${word}"`).join(", ")}` });
}

function members<T extends z.core.$ZodLooseShape>(what: string, shape: T) {
  const known = Object.keys(shape).join(", ");
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? known : what),
  });
}

function byName<T extends z.ZodType>(what: string, shape: T) {
  return z.record(z.string(), shape, { error: what });
}

const updateMode = oneOf("add", "edit", "delete");
const updates = z.union([z.array(updateMode), z.string()], {
  error: 'a list of "add", "edit" and "delete", or an expression',
});

const accessKey = members("a set of members of an access key", {
  name: text,
  sha256: z
    .string({ error: "a text of 64 hexadecimal digits" })
    .regex(/^[\da-f]{64}$/i, { error: "a text of 64 hexadecimal digits" })
    .optional(),
  key: text.optional(),
  expires: z.iso.date({ error: "a date such as 2027-01-01" }).optional(),
  disabled: yesNo.optional(),
  actions: names.optional(),
  tables: names.optional(),
  as: text.optional(),
  runAs: z.union([yesNo, oneOf("owner", "caller")], { error: 'true, false, "owner" or "caller"' }).optional(),
});

const app = members("a set of members of an application", {
  id: text,
  name: text,
  owner: text.optional(),
  locale: text.optional(),
  timezone: text.optional(),
  blanks: oneOf("consistent", "legacy").optional(),
  roles: byName("a set of roles by email address", text).optional(),
  api: members("a set of members of an API", {
    enabled: yesNo.optional(),
    accessKeys: z.array(accessKey, { error: "a list of access keys" }).optional(),
    invocable: oneOf("spec", "dataChange").optional(),
  }).optional(),
});

const bound = z.union([z.number(), z.string()], { error: "a number, a date or a time" });

const column = members("a set of members of a column", {
  type: text,
  description: text.optional(),
  key: yesNo.optional(),
  label: yesNo.optional(),
  required: yesNo.optional(),
  requiredIf: expression.optional(),
  validIf: expression.optional(),
  invalidMessage: expression.optional(),
  initialValue: expression.optional(),
  formula: expression.optional(),
  virtual: yesNo.optional(),
  editableIf: expression.optional(),
  showIf: expression.optional(),
  resetIf: expression.optional(),
  sensitive: yesNo.optional(),
  index: yesNo.optional(),
  table: text.optional(),
  partOf: yesNo.optional(),
  enforce: yesNo.optional(),
  values: z.array(single, { error: "a list of values" }).min(1, { error: "at least one value" }).optional(),
  allowOtherValues: yesNo.optional(),
  itemType: text.optional(),
  separator: text.optional(),
  min: bound.optional(),
  max: bound.optional(),
  step: z.number({ error: "a number" }).positive({ error: "a number above 0" }).optional(),
  minLength: count.optional(),
  maxLength: count.optional(),
  decimalDigits: count.optional(),
  currency: text.optional(),
  watch: members("a set of members of a watch", {
    columns: names.optional(),
    values: z.array(single, { error: "a list of values" }).optional(),
  }).optional(),
  mode: oneOf("accumulate", "reset").optional(),
});

const table = members("a set of members of a table", {
  key: names.min(1, { error: "at least one column" }).optional(),
  updates: updates.optional(),
  securityFilter: expression.optional(),
  withCheck: yesNo.optional(),
  rowNumbers: oneOf("position", "stable").optional(),
  columns: byName("a set of columns by name", column),
});

const slice = members("a set of members of a slice", {
  table: text,
  filter: expression.optional(),
  columns: names.optional(),
  updates: updates.optional(),
});

const assignments = byName("a set of expressions by column", expression);

const action = members("a set of members of an action", {
  table: text,
  condition: expression.optional(),
  set: assignments.optional(),
  run: names.min(1, { error: "at least one action" }).optional(),
  addRow: members("a set of members of addRow", { table: text, set: assignments }).optional(),
  deleteRow: z.literal(true, { error: "true" }).optional(),
  onRows: members("a set of members of onRows", { table: text, rows: expression, action: text }).optional(),
});

const webhook = members("a set of members of a webhook", {
  url: text,
  method: oneOf("GET", "POST", "PUT", "PATCH", "DELETE").optional(),
  headers: byName("a set of headers by name", z.string({ error: "a text" })).optional(),
  body: z.string({ error: "a text" }).optional(),
  secret: text.optional(),
});

const step = members("a set of members of a step", { action: text.optional(), webhook: webhook.optional() });

const rule = members("a set of members of a rule", {
  table: text,
  on: z
    .array(updateMode, { error: 'a list of "add", "edit" and "delete"' })
    .min(1, { error: 'at least one of "add", "edit", "delete"' }),
  condition: expression.optional(),
  steps: z.array(step, { error: "a list of steps" }).min(1, { error: "at least one step" }),
});

export const definitionShape = members("a definition, a set of members,", {
  tablewright: z.literal(1, { error: "1, the version of this form" }),
  app,
  tables: byName("a set of tables by name", table),
  slices: byName("a set of slices by name", slice).optional(),
  actions: byName("a set of actions by name", action).optional(),
  rules: byName("a set of rules by name", rule).optional(),
});

export type DefinitionShape = z.infer<typeof definitionShape>;
export type AccessKeyShape = z.infer<typeof accessKey>;
export type TableShape = z.infer<typeof table>;
export type ColumnShape = z.infer<typeof column>;
export type ExpressionShape = z.infer<typeof expression>;
