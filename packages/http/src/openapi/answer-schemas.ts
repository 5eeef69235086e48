/** What the paths besides the calls answer with: one schema for each, and those of their parts. */
import { type JsonSchema, listOf, objectOf, reference } from "./json-schema.ts";

const text = { type: "string" };
const texts = listOf(text);
const count = { type: "integer", minimum: 0 };
const number = { type: "number" };
const bool = { type: "boolean" };
const moment = { type: "string", format: "date-time" };
const onlyTrue = { const: true };
const oneOf = (...values: readonly string[]): JsonSchema => ({ enum: values });

/** An object with these members: all of them, but for those of `optional`, and no others. */
function closed(
  members: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  return {
    ...objectOf({ ...members, ...optional }, Object.keys(members)),
    additionalProperties: false,
  };
}

/** Where something stands in a file. */
const location = objectOf({ line: count, character: count });
/** The cells of a row as the history has them: in the form of the wire `typed`. */
const image = { type: ["object", "null"] };
const changeKind = oneOf("add", "edit", "delete");
const json = oneOf("string", "number", "integer", "boolean", "array", "object", "any");
const fields = listOf(reference("FieldSchema"));
const pushed = closed({ pushed: bool }, { reason: text });
const changedRow = { table: text, operation: changeKind, key: text, before: image, after: image };

const placeInRow = { row: count, column: text, key: text, start: count, end: count };

/** The rows of a decision as they are written, for keys that may read expressions. */
function writtenDecision(): JsonSchema {
  return closed(
    {
      name: text,
      kind: oneOf("formula", "table", "rules"),
      outputs: texts,
      rows: listOf(closed({ row: count, cells: texts, gives: texts }, { rule: text })),
      hasOtherwise: bool,
    },
    { hit: text, formula: text, inputs: texts },
  );
}

export const answerSchemas: Readonly<Record<string, JsonSchema>> = {
  TableList: closed(
    {
      app: closed({ id: text, name: text }),
      tables: listOf(closed({ name: text, key: texts, label: text })),
      slices: listOf(closed({ name: text, table: text })),
      rights: listOf(oneOf("events", "tests", "undo")),
    },
    { functions: listOf(reference("FunctionSchema")) },
  ),
  FunctionSchema: closed(
    { name: text, parameters: listOf(closed({ name: text, type: text })), result: text },
    { description: text },
  ),
  TableSchema: closed(
    {
      name: text,
      key: texts,
      label: text,
      columns: listOf(reference("ColumnSchema")),
      updates: { anyOf: [listOf(changeKind), { const: "expression" }] },
      actions: listOf(reference("ActionSchema")),
      slices: texts,
    },
    { sliceOf: text },
  ),
  ColumnSchema: closed(
    {
      name: text,
      type: text,
      json,
      key: bool,
      label: bool,
      required: { enum: [true, false, "expression"] },
      hasInitialValue: bool,
      virtual: bool,
      computed: bool,
      writable: bool,
    },
    {
      items: json,
      fields,
      table: text,
      partOf: onlyTrue,
      onDelete: oneOf("restrict", "clear", "delete"),
      values: listOf({}),
      allowOtherValues: onlyTrue,
      min: {},
      max: {},
      step: number,
      minLength: count,
      maxLength: count,
      decimalDigits: count,
      currency: text,
      instant: { enum: [true, "seconds", "milliseconds"] },
      digits: oneOf("exact"),
      sensitive: onlyTrue,
      description: text,
      showIf: onlyTrue,
      editableIf: onlyTrue,
    },
  ),
  DecisionList: closed({ decisions: listOf(reference("DecisionSchema")) }),
  DecisionSchema: closed(
    {
      name: text,
      parameters: listOf(reference("ParameterSchema")),
      outputs: listOf(reference("FieldSchema")),
    },
    { description: text, written: writtenDecision() },
  ),
  ParameterSchema: closed(
    { name: text, type: text, json, required: bool },
    { items: json, fields, values: listOf({}), min: {}, max: {} },
  ),
  FiredRow: closed({ decision: text, row: count, outputs: { type: "object" } }, { rule: text }),
  FactError: closed(
    { code: text, message: text },
    {
      pointer: { ...text, description: "To the fact, such as `/customer/tier`." },
      hint: text,
      ...placeInRow,
    },
  ),
  TriedRow: closed(
    {
      row: count,
      state: oneOf("fired", "matched", "not matched", "not tried"),
      conditions: listOf(closed({ source: text }, { value: {} })),
    },
    { rule: text },
  ),
  FieldSchema: closed({ name: text, type: text, json }, { items: json, fields }),
  ActionSchema: closed(
    { name: text, type: oneOf("set", "run", "addRow", "deleteRow", "onRows"), invocable: bool },
    { inputs: listOf(closed({ name: text, type: text, json }, { table: text })) },
  ),
  Explanation: closed(
    {
      table: text,
      shape: oneOf("plan", "keys", "evaluated"),
      conditions: listOf(closed({ text, pushed: bool }, { reason: text })),
      order: listOf(closed({ text, descending: bool })),
      isOrderPushed: bool,
      isLimitPushed: bool,
      store: closed(
        { name: text },
        { lacks: texts, sql: text, values: listOf({ type: ["string", "number", "null"] }), indexes: texts },
      ),
    },
    {
      slice: text,
      reason: text,
      limit: count,
      computed: listOf(closed({ column: text, pushed: bool })),
      groups: pushed,
      count: pushed,
      estimatedRows: number,
      warnings: listOf(reference("Mistake")),
    },
  ),
  Summary: closed(
    { Rows: listOf({ ...objectOf({}), description: "The columns of By, then the names of Values." }) },
    { Warnings: listOf(reference("Mistake")) },
  ),
  RecordedVersion: closed(
    {
      cursor: text,
      time: moment,
      call: text,
      user: { type: ["string", "null"] },
      accessKey: { type: ["string", "null"] },
      cause: closed({ action: { type: ["string", "null"] }, rules: texts }),
      ...changedRow,
      version: { type: ["string", "null"] },
    },
    { concealed: texts, unreadable: texts },
  ),
  History: closed({ versions: listOf(reference("RecordedVersion")) }),
  Changes: closed({ changes: listOf(reference("RecordedVersion")), cursor: text, more: bool }),
  Undone: closed(
    { Rows: listOf(closed(changedRow)) },
    { Call: text, Warnings: listOf(reference("Mistake")) },
  ),
  OutboxEvent: closed(
    {
      id: text,
      state: oneOf("waiting", "delivered", "failed", "dropped"),
      rule: text,
      attempts: count,
      claims: count,
      created: moment,
    },
    {
      table: text,
      key: text,
      change: text,
      method: text,
      url: text,
      to: text,
      subject: text,
      due: moment,
      lastAttempt: text,
      answer: text,
      error: text,
    },
  ),
  Events: closed({ events: listOf(reference("OutboxEvent")) }),
  ChangedEvents: closed({ changed: texts, refused: listOf(closed({ id: text, reason: text })) }),
  Runs: closed({
    runs: listOf(
      closed(
        {
          sequence: count,
          id: text,
          rule: text,
          table: text,
          key: text,
          change: oneOf("add", "edit", "delete", "schedule"),
          outcome: oneOf("Done", "DepthReached", "NotMet", "Failed"),
          depth: count,
          at: moment,
          events: texts,
        },
        { reason: text },
      ),
    ),
    schedules: listOf(closed({ rule: text, table: text, every: text, timezone: text, once: bool })),
  }),
  Rules: closed({
    rules: listOf(
      closed(
        { rule: text, table: text, on: listOf(changeKind), reads: texts, steps: listOf(ruleStep()) },
        { slice: text },
      ),
    ),
    formulas: listOf(closed({ table: text, column: text, reads: texts })),
  }),
  TestRun: closed(
    { tests: listOf(testResult()) },
    {
      at: moment,
      ok: bool,
      milliseconds: number,
      coverage: closed({
        cases: count,
        covered: count,
        points: listOf(closed({ member: text, location, cases: texts, missing: texts })),
      }),
    },
  ),
};

function ruleStep(): JsonSchema {
  const action = closed({ kind: { const: "action" }, action: text, reads: texts, writes: texts });
  return { anyOf: [action, closed({ kind: oneOf("webhook", "email") })] };
}

function testResult(): JsonSchema {
  const failure = closed({ location, message: text }, { expected: text, actual: text });
  return closed({ name: text, location, milliseconds: number, failures: listOf(failure) }, { file: text });
}
