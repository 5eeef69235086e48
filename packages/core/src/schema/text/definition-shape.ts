import * as z from "zod";
import { decisionOfApp, ownFunctions } from "../../decisions/rules-shape.ts";
import {
  byName,
  expressionForm,
  members,
  namesForm,
  oneOf,
  textForm,
  timeSpanForm,
  yesNoForm,
} from "../../yaml/forms.ts";
import { columnMembers, fieldForms } from "./column-members.ts";

/**
 * The members of a definition and the form of their values. The message of an issue says what was expected: words for
 * a value, the known names for an unknown member. What the values mean is checked later.
 */
const columnForms = Object.fromEntries(
  Object.entries(columnMembers).map(([name, { form }]) => [name, form]),
) as { [N in keyof typeof columnMembers]: (typeof columnMembers)[N]["form"] };

const updateMode = oneOf("add", "edit", "delete");
const updates = z.union([z.array(updateMode), z.string()], {
  error: 'a list of "add", "edit" and "delete", or an expression',
});

const SKEW = "a whole number of seconds from 0 to 300";

const ADDRESS = "an address such as https://login.example.com";

/** Of a provider: what is fetched without TLS could be anybody's, but for this machine. */
const address = z
  .string({ error: ADDRESS })
  .regex(/^(https:\/\/[^\s]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/][^\s]*)?)$/u, { error: ADDRESS });

const accessKey = members("an access key, written as a mapping", {
  name: textForm,
  sha256: z
    .string({ error: "a text of 64 hexadecimal digits" })
    .regex(/^[\da-f]{64}$/i, { error: "a text of 64 hexadecimal digits" })
    .optional(),
  key: textForm.optional(),
  expires: z.iso.date({ error: "a date such as 2027-01-01" }).optional(),
  disabled: yesNoForm.optional(),
  actions: namesForm.optional(),
  tables: namesForm.optional(),
  history: yesNoForm.optional(),
  events: yesNoForm.optional(),
  tests: yesNoForm.optional(),
  undo: yesNoForm.optional(),
  editDefinition: yesNoForm.optional(),
  as: textForm.optional(),
  runAs: z
    .union([yesNoForm, oneOf("owner", "caller")], { error: 'true, false, "owner" or "caller"' })
    .optional(),
});

/** How long what the store keeps besides rows is kept. */
const keep = members("keep, written as a mapping", {
  events: timeSpanForm.optional(),
  deadLetters: timeSpanForm.optional(),
  runs: timeSpanForm.optional(),
});

/** The rules that the history of runs records. */
const told = oneOf("met", "all", "none");

const SAMPLE = "a number above 0, at most 1";

/** What the history of runs records. */
const runs = members("runs, written as a mapping", {
  tell: told.optional(),
  sample: z.number({ error: SAMPLE }).gt(0, { error: SAMPLE }).max(1, { error: SAMPLE }).optional(),
});

const reportedRuns = z.union([told, runs], {
  error: 'one of "met", "all", "none", or runs, written as a mapping',
});

/** How changes of rows are recorded. */
const history = members("a history, written as a mapping", {
  keep: timeSpanForm.optional(),
  sensitive: yesNoForm.optional(),
});

const signIn = members("a sign-in, written as a mapping", {
  issuer: address,
  audience: textForm,
  jwks: address.optional(),
  email: textForm.optional(),
  role: textForm.optional(),
  settings: namesForm.optional(),
  clockSkew: z.int({ error: SKEW }).min(0, { error: SKEW }).max(300, { error: SKEW }).optional(),
  editDefinition: namesForm.optional(),
  actions: namesForm.optional(),
  tables: namesForm.optional(),
});

const app = members("an application, written as a mapping", {
  id: textForm,
  name: textForm,
  owner: textForm.optional(),
  locale: textForm.optional(),
  timezone: textForm.optional(),
  blanks: oneOf("consistent", "legacy").optional(),
  initialValues: oneOf("beforeRequest", "afterRequest").optional(),
  editableIf: oneOf("forms", "binding").optional(),
  runs: reportedRuns.optional(),
  keep: keep.optional(),
  roles: byName("a mapping of roles by email address", textForm).optional(),
  api: members("an API, written as a mapping", {
    enabled: yesNoForm.optional(),
    accessKeys: z.array(accessKey, { error: "a list of access keys" }).optional(),
    invocable: oneOf("spec", "dataChange").optional(),
    signIn: signIn.optional(),
  }).optional(),
  history: history.optional(),
});

const column = members("a column, written as a mapping such as { type: Text }", columnForms);

const table = members("a table, written as a mapping", {
  source: textForm.optional(),
  was: textForm.optional(),
  key: namesForm.min(1, { error: "at least one column" }).optional(),
  updates: updates.optional(),
  securityFilter: expressionForm.optional(),
  withCheck: yesNoForm.optional(),
  rowNumbers: oneOf("position", "stable").optional(),
  strictValues: yesNoForm.optional(),
  hit: oneOf("all", "first").optional(),
  history: z
    .union([yesNoForm, history], { error: "true, false or a history, written as a mapping" })
    .optional(),
  columns: byName("a mapping of columns by name", column),
});

const slice = members("a slice, written as a mapping", {
  table: textForm,
  filter: expressionForm.optional(),
  columns: namesForm.optional(),
  updates: updates.optional(),
});

const assignments = byName("a mapping of expressions by column", expressionForm);

const action = members("an action, written as a mapping", {
  table: textForm,
  condition: expressionForm.optional(),
  set: assignments.optional(),
  run: namesForm.min(1, { error: "at least one action" }).optional(),
  addRow: members("addRow, written as a mapping", { table: textForm, set: assignments }).optional(),
  deleteRow: z.literal(true, { error: "true" }).optional(),
  onRows: members("onRows, written as a mapping", {
    table: textForm,
    rows: expressionForm,
    action: textForm,
  }).optional(),
});

/** What has its events sent one after the other. */
const inOrder = z.literal("row", { error: '"row"' });

const webhook = members("a webhook, written as a mapping", {
  url: textForm,
  method: oneOf("GET", "POST", "PUT", "PATCH", "DELETE").optional(),
  headers: byName("a mapping of headers by name", z.string({ error: "a text" })).optional(),
  body: z.string({ error: "a text" }).optional(),
  secret: textForm.optional(),
  inOrder: inOrder.optional(),
});

const attachment = members("an attachment, written as a mapping", {
  name: textForm,
  table: textForm,
  rows: expressionForm,
  columns: z
    .array(textForm, { error: "a list of columns" })
    .min(1, { error: "at least one column" })
    .optional(),
});

const email = members("an email, written as a mapping", {
  to: textForm,
  cc: textForm.optional(),
  bcc: textForm.optional(),
  from: textForm.optional(),
  replyTo: textForm.optional(),
  subject: textForm,
  body: z.string({ error: "a text" }).optional(),
  html: z.string({ error: "a text" }).optional(),
  attach: z.array(attachment, { error: "a list of attachments" }).optional(),
  inOrder: inOrder.optional(),
});

const step = members("a step, written as a mapping", {
  action: textForm.optional(),
  webhook: webhook.optional(),
  email: email.optional(),
  call: textForm.optional(),
  refuse: textForm.optional(),
});

const rule = members("a rule, written as a mapping", {
  table: textForm,
  on: z
    .array(updateMode, { error: 'a list of "add", "edit" and "delete"' })
    .min(1, { error: 'at least one of "add", "edit", "delete"' })
    .optional(),
  every: textForm.optional(),
  timezone: textForm.optional(),
  once: yesNoForm.optional(),
  condition: expressionForm.optional(),
  priority: z.number({ error: "a number" }).optional(),
  steps: z.array(step, { error: "a list of steps" }).min(1, { error: "at least one step" }),
});

export const definitionShape = members("a definition, written as a mapping", {
  tablewright: z.literal(1, { error: "1, the version of this form" }),
  app,
  types: byName("a mapping of types by name", fieldForms).optional(),
  tables: byName("a mapping of tables by name", table),
  slices: byName("a mapping of slices by name", slice).optional(),
  actions: byName("a mapping of actions by name", action).optional(),
  rules: byName("a mapping of rules by name", rule).optional(),
  functions: ownFunctions.optional(),
  decisions: byName("a mapping of decisions by name", decisionOfApp).optional(),
});

export type DefinitionShape = z.infer<typeof definitionShape>;
export type AccessKeyShape = z.infer<typeof accessKey>;
export type RuleShape = z.infer<typeof rule>;
export type TableShape = z.infer<typeof table>;
export type HistoryShape = z.infer<typeof history>;
export type KeepShape = z.infer<typeof keep>;
export type RunsShape = z.infer<typeof reportedRuns>;
export type ColumnShape = z.infer<typeof column>;
export type ExpressionShape = z.infer<typeof expressionForm>;
