import { byName, countForm, type JsonValue, members, oneOf, textForm } from "@tablewright/core/definition";
import { z } from "zod";
import { byForm, byMember } from "./by-form.ts";

/** The members of a file of rule tests and the form of their values; what they mean is checked by `readRuleTests`. */

/** What YAML gives is JSON already. */
const json = z.unknown() as z.ZodType<JsonValue>;
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: "a text, a number, true, false or null",
});
const scalars = z.array(scalar, { error: "a list of values" });
const cells = byName("a mapping of cells by column", json);

const VALUE = 'a value, a list, "contains" or "not"';
const notValue = byForm('a value, a list or "contains"', {
  list: scalars,
  single: scalar,
  members: members('"contains"', { contains: scalar }),
});
const value = byForm(VALUE, {
  list: scalars,
  single: scalar,
  members: members(VALUE, { contains: scalar.optional(), not: notValue.optional() }),
});

/** A list as it is expected: all of it in order, or what is and what is not among it. */
export function listShape<T extends z.ZodType>(what: string, item: T) {
  const items = z.array(item, { error: `a list of ${what}` });
  const part = { contains: items.optional(), count: countForm.optional() };
  const named = (...words: string[]) =>
    `a list of ${what}, or ${words.map((word) => `"${word}"`).join(", ")}`;
  const notForm = byForm(named("contains", "count"), {
    list: items,
    members: members(named("contains", "count"), part),
  });
  const all = named("contains", "count", "not");
  return byForm(all, { list: items, members: members(all, { ...part, not: notForm.optional() }) });
}

/** Which objects are values, and which say what one contains or is not, depends on the column. */
const expectedCell = byForm('a value, a list, an object, "contains" or "not"', {
  list: z.array(json),
  single: scalar,
  members: z.record(z.string(), json),
});
const expectedRow = byName("a mapping of cells by column", expectedCell);
const expectedRows = listShape("rows", expectedRow);

const expectedDiagnostic = members("an error, written as a mapping", {
  code: textForm.optional(),
  row: countForm.optional(),
  column: textForm.optional(),
  key: value.optional(),
  message: value.optional(),
  hint: value.optional(),
});

const expectedDiagnostics = listShape("errors", expectedDiagnostic);

const longText = byForm('a text or "contains"', {
  single: z.string({ error: 'a text or "contains"' }),
  members: members('"contains"', { contains: z.string({ error: "a text" }) }),
});
const expectedAttachment = members("an attachment, written as a mapping", {
  filename: longText.optional(),
  content: longText.optional(),
});

const expectedEvent = members("an event, written as a mapping", {
  rule: textForm.optional(),
  table: textForm.optional(),
  key: value.optional(),
  change: oneOf("add", "edit", "delete", "schedule").optional(),
  url: value.optional(),
  to: value.optional(),
  cc: value.optional(),
  bcc: value.optional(),
  from: value.optional(),
  replyTo: value.optional(),
  subject: value.optional(),
  method: oneOf("GET", "POST", "PUT", "PATCH", "DELETE").optional(),
  headers: byName("a mapping of headers by name", value).optional(),
  body: byForm("a text or members of a JSON body", {
    single: z.string({ error: "a text or members of a JSON body" }),
    members: z.record(z.string(), json),
  }).optional(),
  html: longText.optional(),
  attachments: z.array(expectedAttachment, { error: "a list of attachments" }).optional(),
});

const expectations = members("expectations, written as a mapping", {
  rows: expectedRows.optional(),
  count: countForm.optional(),
  errors: expectedDiagnostics.optional(),
  warnings: expectedDiagnostics.optional(),
  tables: byName("a mapping of rows by table", expectedRows).optional(),
  events: listShape("events", expectedEvent).optional(),
  rules: listShape("names of rules", textForm).optional(),
});

/** What decisions are given. */
export const facts = z.record(z.string(), json, { error: "a mapping of facts by name" });
const FIRED = "the name of a rule, or a row, written as a mapping";

const expectedFired = byForm(FIRED, {
  single: textForm,
  members: members("a row, written as a mapping", {
    decision: textForm.optional(),
    rule: textForm.optional(),
    row: countForm.optional(),
    outputs: byName("a mapping of outputs by name", json).optional(),
  }),
});

const expectedError = members("an error, written as a mapping", {
  code: textForm.optional(),
  pointer: textForm.optional(),
  member: textForm.optional(),
  message: value.optional(),
  hint: value.optional(),
});

export const expectedDecision = members("expectations, written as a mapping", {
  outputs: byName("a mapping of outputs by name", json).optional(),
  fired: listShape("rows that fired", expectedFired).optional(),
  events: listShape(
    "events",
    z.record(z.string(), json, { error: "an event, written as a mapping" }),
  ).optional(),
  errors: listShape("errors", expectedError).optional(),
});

const properties = z.record(z.string(), json, { error: "a mapping of properties by name" });

const asked = {
  table: textForm,
  Action: textForm,
  Properties: properties.optional(),
  Rows: z.array(byName("a mapping of cells by column", json), { error: "a list of rows" }).optional(),
};

const call = members("a call, written as a mapping", {
  ...asked,
  user: textForm.optional(),
  clock: textForm.optional(),
  expect: expectations.optional(),
});

const batch = members("a batch, written as a mapping", {
  batch: z
    .array(members("a call of a batch, written as a mapping", asked), { error: "a list of calls" })
    .min(1, { error: "at least one call" }),
  Properties: properties.optional(),
  user: textForm.optional(),
  clock: textForm.optional(),
  expect: expectations.optional(),
});

const schedules = members("a run of, written as a mapping schedules", {
  run: z.literal("schedules", { error: '"schedules"' }),
  clock: textForm.optional(),
  expect: expectations.optional(),
});

const decide = members("a decision, written as a mapping", {
  decide: textForm,
  facts: facts.optional(),
  Properties: properties.optional(),
  user: textForm.optional(),
  clock: textForm.optional(),
  expect: expectedDecision.optional(),
});

const callOrBatch = byMember("a call, written as a mapping", "batch", { there: batch, missing: call });
const callOrDecide = byMember("a call, written as a mapping", "decide", {
  there: decide,
  missing: callOrBatch,
});
const step = byMember("a call, written as a mapping", "run", { there: schedules, missing: callOrDecide });

const given = byName(
  "a mapping of rows by table",
  byForm("a list of rows or the name of a file", {
    list: z.array(cells, { error: "a list of rows" }),
    single: z.string({ error: "a list of rows or the name of a file" }),
  }),
);

const functionAnswer = members("an answer, written as a mapping", {
  with: z.array(json, { error: "a list of arguments" }).optional(),
  gives: json.optional(),
  fails: textForm.optional(),
});

/** What functions of the program answer in tests, of applications and of rules. */
export const stubs = byName(
  "a mapping of answers by function",
  z.array(functionAnswer, { error: "a list of answers" }),
);

const circumstances = {
  clock: textForm.optional(),
  user: textForm.optional(),
  settings: byName("a mapping of settings by name", scalar).optional(),
  properties: properties.optional(),
  given: given.optional(),
  functions: stubs.optional(),
};

const test = members("a test, written as a mapping", {
  ...circumstances,
  when: z.array(step, { error: "a list of calls" }).min(1, { error: "at least one call" }),
  expect: expectations.optional(),
});

export const ruleTestShape = members("a file of rule tests, a mapping,", {
  ...circumstances,
  tests: byName("a mapping of tests by name", test),
});

/** What is used in several places, by the names that the JSON Schema gives it. */
export const namedShapes = {
  cells,
  value,
  notValue,
  cell: expectedCell,
  row: expectedRow,
  rows: expectedRows,
  diagnostic: expectedDiagnostic,
  diagnostics: expectedDiagnostics,
  attachment: expectedAttachment,
  event: expectedEvent,
  expectations,
};

export type RuleTestShape = z.infer<typeof ruleTestShape>;
export type SchedulesShape = z.infer<typeof schedules>;
export type CallShape = z.infer<typeof call>;
export type BatchShape = z.infer<typeof batch>;
export type DecideShape = z.infer<typeof decide>;
export type ExpectedDecision = z.infer<typeof expectedDecision>;
export type ExpectedFired = z.infer<typeof expectedFired>;
export type ExpectedError = z.infer<typeof expectedError>;
export type ExpectedShape = z.infer<typeof expectations>;
export type ExpectedDiagnosticShape = z.infer<typeof expectedDiagnostic>;
export type ExpectedEventShape = z.infer<typeof expectedEvent>;
export type ExpectedAttachmentShape = z.infer<typeof expectedAttachment>;
export type ExpectedRowShape = z.infer<typeof expectedRow>;
export type ExpectedValueShape = z.infer<typeof value>;
export type ExpectedCellShape = z.infer<typeof expectedCell>;
export type ExpectedListShape<T> =
  | readonly T[]
  | {
      readonly contains?: readonly T[] | undefined;
      readonly count?: number | undefined;
      readonly not?:
        | readonly T[]
        | { readonly contains?: readonly T[] | undefined; readonly count?: number | undefined }
        | undefined;
    };
