import { catalogue, type DetailsOf, type DiagnosticCode, diagnose } from "../src/diagnostics/index.ts";
import { DEFINITION_SAMPLES } from "./definition-samples.ts";
import { errorGroups } from "./error-groups.ts";

/** The pages about errors and warnings, made of the catalogue: its groups, and one page for each part of the product. */
export function errorsPages(): Readonly<Record<string, string>> {
  const codes = Object.keys(catalogue) as DiagnosticCode[];
  const byGroup = Map.groupBy(codes, groupOf);
  const unnamed = [...byGroup.keys()].filter((group) => !PARTS.some(({ groups }) => groups.includes(group)));
  if (unnamed.length > 0)
    throw new Error(`Put these groups into a part in errors-page.ts: ${unnamed.join()}.`);
  const contents = PARTS.map(({ name, title, groups }) => {
    const links = groups.map((group) => `[\`${group}/\`](errors/${name}.md#${group})`);
    return `- [${title}](errors/${name}.md): ${links.join(", ")}`;
  });
  const pages = PARTS.map(({ name, title, groups }) => [
    `errors/${name}.md`,
    `${[`# Errors: ${title.toLowerCase()}`, MADE, ...groups.map((group) => section(group, byGroup.get(group) ?? []))].join("\n\n")}\n`,
  ]);
  return { "errors.md": `${HEADING}\n\n${contents.join("\n")}\n`, ...Object.fromEntries(pages) };
}

const HEADING = `# Errors and warnings

Every error has a code, a message, and often a hint that says what to write. Codes are stable: programs read them. Messages may change.
A _warning_ stops nothing. After any other error nothing is written. [Status](http-errors.md#status) has the HTTP status of each code.`;

const MADE = "Quoted names are examples. [All groups](../errors.md)";

/** The pages, in the order in which somebody who writes an application meets them. */
const PARTS = [
  { name: "expressions", title: "Expressions", groups: ["syntax", "name", "type", "call", "limit", "run"] },
  {
    name: "definitions",
    title: "Definitions and rules",
    groups: ["definition", "logic", "decision", "tests", "edit"],
  },
  {
    name: "rows",
    title: "Rows",
    groups: ["cell", "column", "key", "row", "rule", "action", "workflow", "load", "history", "event"],
  },
  {
    name: "calls",
    title: "Calls",
    groups: ["request", "selector", "auth", "access", "app", "table", "server"],
  },
];

function section(group: string, codes: readonly DiagnosticCode[]): string {
  const about = errorGroups[group];
  if (about === undefined)
    throw new Error(`Say in packages/core/checks/errors-page.ts what "${group}/" is about.`);
  return [`## ${group}`, about, codes.map(entry).join("\n")].join("\n\n");
}

function entry(code: DiagnosticCode): string {
  const details = { ...DETAILS, ...DETAILS_OF[code] };
  const { severity, message } = diagnose(code, details as never);
  if (/undefined|NaN|\[object/.test(message))
    throw new Error(`Give plausible details of "${code}" in packages/core/checks/errors-page.ts: ${message}`);
  return `- \`${code}\`${severity === "warning" ? " (warning)" : ""}: ${plain(message)}`;
}

/** Details by their names, for every code that has nothing better below. */
const DETAILS = {
  action: "Edit",
  allowed: "POST",
  app: "people",
  by: "the table's updates",
  candidates: ["Total", "TOTAL"],
  column: "Day Rate",
  actual: 3,
  function: "LEFT",
  id: "peeple",
  key: "P77",
  limit: 1000,
  name: "Shar",
  operator: "+",
  parameter: "count",
  reason: "it is empty",
  suggestion: "Share",
  syntax: "LEFT(text, count)",
  table: "People",
  text: "1234567890123456789",
  type: "Number",
  value: "02/30/1990",
  expected: "Number",
};

/** Details of the codes for which the usual ones would read oddly. */
const DETAILS_OF: { readonly [C in DiagnosticCode]?: Partial<DetailsOf<C>> } = {
  "limit/answer-size": { characters: 81234, limit: 50000 },
  "limit/prepared": { limit: 20 },
  "syntax/unknown-character": { character: ";" },
  "syntax/missing-quote": { quote: '"' },
  "syntax/missing-bracket": { open: "(", close: ")" },
  "syntax/unexpected-bracket": { actual: "]", expected: ")" },
  "syntax/infix-word": { word: "AND" },
  "syntax/operator-expected": { actual: "[Share]" },
  "syntax/value-expected": { actual: "*" },
  "syntax/empty-argument": { actual: "," },
  "syntax/cut-off": { after: "+" },
  "syntax/dereference": { name: "Name" },
  "syntax/legacy-name": { name: "share" },
  "syntax/function-name-as-text": { name: "Today" },
  "syntax/raw-text": { text: "Open" },
  "syntax/bare-word": { text: "Open" },
  "name/unknown-table": { name: "Peeple", suggestion: "People" },
  "load/cut-off": { table: "Orders", rows: 12_000 },
  "load/elsewhere": { table: "Orders" },
  "limit/cell-depth": { limit: 64 },
  "row/cell-count": { actual: 3, expected: 4 },
  "row/not-json": { reason: "Unexpected end of JSON input" },
  "row/quote": { value: '2,"wide" pipe' },
  "cell/error": { value: "#DIV/0!" },
  "name/unknown-function": { name: "LEFFT", suggestion: "LEFT" },
  "name/function-left-out": {
    name: "EXTRACTDATES",
    entrance: "@tablewright/core/expression",
  },
  "name/unknown-column": { table: undefined },
  "rule/constraint": { kind: "unique", columns: ["Email"], constraint: "people_email_key" },
  "server/unreadable-value": { value: '"infinity"' },
  "name/bare-column": { name: "Share" },
  "name/own-column": {
    name: "Share",
    hint: "Write [_THISROW].[Share] for the column of the current row.",
  },
  "name/without-brackets": { name: "_THISROW", hint: "Write [_THISROW]." },
  "type/constant-sort-key": { name: "Total", hint: "Write [Total]." },
  "name/ambiguous": { name: "total" },
  "name/no-row": { name: "_THISROW" },
  "name/no-such-scope": { name: "_THISROW-2", depth: 2 },
  "type/operator": { operator: "*", left: "Text", right: "Number" },
  "type/not-a-key": { text: "Sea", table: "Bookings", parts: ["Room", "Day"] },
  "type/not-a-choice": { text: "Opne", column: "Status", values: ["Open", "Sent"], suggestion: "Open" },
  "type/json-item": { name: "0", list: "lines" },
  "type/date-order": { text: "01.02.2024", locale: "en-US", instead: '"2024-01-02"' },
  "type/whole-percent": { number: 20, instead: "0.2" },
  "type/compare": { left: "Date", right: "Yes/No" },
  "type/sign": { operator: "-", operand: "Text" },
  "type/argument": { actual: "Date" },
  "type/mixed": { where: "The results of IF", first: "Number", other: "Text" },
  "type/not-a-ref": { what: 'the text "a"', type: "Text" },
  "type/select-source": { function: "SELECT" },
  "type/rows-expected": { function: "ORDERBY", actual: "Number" },
  "type/result": { expected: "Yes/No", actual: "Number" },
  "type/mixed-list": { first: "Number", other: "Text" },
  "logic/never-true": { what: "Row 3" },
  "logic/always-true": { what: "The filter of the slice" },
  "logic/two-writers": { rule: "Escalate", other: "Close", column: "Status", example: '{"Total":1000}' },
  "logic/unreachable": { what: "Row 3", earlier: "row 1", example: '{"tier":"gold"}' },
  "cell/unknown-field": { name: "prise", pointer: "/lines/0/prise", suggestion: "price" },
  "cell/missing-field": { pointer: "/lines/0/price" },
  "decision/output-cell": { actual: '"much"', expected: "a Percent" },
  "decision/text-of-column": { text: "[tier]", reference: "[tier]" },
  "logic/blank-input": { input: "[amount] / [income]", example: '{"amount":0,"income":0}' },
  "logic/gap": { what: 'The decision "Discount"', example: '{"total":1000}' },
  "logic/overlap": { what: "Row 3", other: "row 1", output: "Discount", example: '{"tier":"gold"}' },
  "decision/facts": { actual: "a list" },
  "decision/wrong-fact": { pointer: "/placed", expected: "a Date" },
  "decision/wrong-output": { output: "Offer", pointer: "/rate", value: "2", expected: "at most 1" },
  "decision/missing-fact": { pointer: "/total" },
  "decision/unknown-fact": { pointer: "/cuontry", suggestion: "country" },
  "decision/unreadable-fact": { pointer: "/total", reason: "reading it throws TypeError" },
  "decision/not-found": { name: "Discont", suggestion: "Discount" },
  "decision/unknown-output": { name: "Discont", suggestion: "Discount" },
  "decision/several-rows": { decision: "Discount", rows: ["row 1", "row 3"] },
  "decision/several-values": { output: "Delivery", rules: ["Free delivery", "Gold"] },
  "decision/rows-disagree": { output: "Discount", rows: ["row 1", "row 3"] },
  "decision/cell": { reason: "a value is missing" },
  "decision/table-file": { file: "prices.csv", reason: "there is no such file" },
  "decision/row-width": { actual: 3, expected: 4 },
  "decision/no-values": { output: "Level", hit: "priority" },
  "decision/not-a-number": { output: "Level", hit: "collect sum", type: "Text" },
  "call/too-few-arguments": { actual: 1 },
  "call/unpaired-arguments": { function: "IFS", syntax: "IFS(condition, result, …)" },
  "call/constant-expected": { function: "LOOKUP", parameter: "table" },
  "call/unknown-word": {
    function: "UNIQUEID",
    parameter: "kind",
    word: "UID",
    words: ["UUID", "PackedUUID"],
    suggestion: "UUID",
  },
  "call/list-condition": {
    function: "COUNTIF",
    hint: "Write LET(wanted, [Status], COUNT(SELECT(Orders[Status], [Status] = wanted))).",
  },
  "call/pattern": { pattern: "[0-9", reason: "missing closing ]" },
  "run/pattern": { pattern: "[0-9", reason: "missing closing ]" },
  "limit/pattern": { what: "parts of the pattern, repetitions counted,", limit: 500 },
  "call/values-beside": { function: "SUMIF" },
  "limit/rate": { whose: "this key", limit: 600 },
  "limit/bodies": { whose: "this key", limit: 67_108_864 },
  "limit/errors": { limit: 100, more: 400 },
  "limit/warnings": { more: 20 },
  "limit/formulas": { limit: 128 },
  "limit/head": { limit: 100, unit: "headers" },
  "limit/scheduled-rows": { limit: 100_000 },
  "limit/attachment": { count: 12_000, limit: 10_000 },
  "limit/template": { limit: 10_000, unit: "rows" },
  "limit/undo": { limit: 100_000 },
  "limit/as-of": { limit: 100_000 },
  "limit/live": { whose: "This key", limit: 1_000 },
  "limit/live-rows": { limit: 10_000 },
  "request/live-property": { property: "AsOf" },
  "limit/calls": { limit: 100, actual: 120 },
  "limit/expand": { limit: 2, unit: "levels" },
  "limit/groups": { limit: 10_000 },
  "limit/summary-members": { count: 120, limit: 100 },
  "request/within-function": { name: "FXRATE" },
  "request/summary-function": { name: "TOTAL", suggestion: undefined },
  "request/summary-column": {
    function: "SUM",
    column: "Name",
    type: "Text",
    expected: "numbers or durations",
  },
  "request/summary-name": { name: "Status" },
  "limit/rows": { actual: 12_000, limit: 10_000 },
  "run/missing-value": { name: "Share" },
  "run/decision": {
    problem:
      'In the decision "Discount" more than one row matches: row 1, row 3. Its hit policy is "unique".',
  },
  "run/host-function": { name: "FXRATE", problem: "threw an error" },
  "run/unknown-cell": { name: "lines/0/pirce", suggestion: "price" },
  "run/missing-cell": { name: "lines/0/price" },
  "run/asynchronous": { name: "FXRATE" },
  "definition/function-without-code": { name: "FXRATE" },
  "definition/function-differs": { name: "FXRATE", declared: "(Text) → Decimal", given: "(Text) → Text" },
  "definition/uncached-function": { name: "FXRATE" },
  "definition/function-place": { name: "FXRATE" },
  "run/unreadable-input": { name: "Share", value: "half", type: "Percent" },
  "cell/unreadable": { expected: "a date", example: "08/31/2026" },
  "cell/out-of-bounds": { value: "9000", bound: "at most 5000 is expected" },
  "cell/no-such-row": { value: "C17", table: "Customers" },
  "cell/not-in-list": { value: "Opn", values: ["Open", "Sent"], suggestion: "Open" },
  "cell/separator": { value: "Red, Blue", separator: "," },
  "column/twice": { name: "Share" },
  "column/not-writable": { name: "Total", reason: "the column is computed by its formula" },
  "key/unreadable": { value: "P1: x", parts: ["Order ID", "Line"] },
  "key/missing": { name: "Person ID" },
  "key/duplicate": { key: "P13" },
  "key/twice": { key: "P13" },
  "rule/write-if": { column: "Salary", isRead: true },
  "rule/valid-if": { value: "-5", message: undefined },
  "request/duplicate-member": { name: "Locale", where: "Properties" },
  "action/passed-over": { action: "Mark Sent", key: "P13" },
  "action/refused": {
    action: "Add Line",
    table: "Lines",
    column: "Text",
    message: '"Text" is required and has no value.',
    hint: undefined,
  },
  "workflow/refused": {
    rule: "Tell warehouse",
    table: "Orders",
    message: '"Text" is required and has no value.',
    hint: undefined,
  },
  "workflow/stopped": { message: "A shipped order is not deleted." },
  "workflow/dot-segment": { rule: "Tell warehouse" },
  "access/blanking": { key: "P13", table: "Bookings" },
  "rule/referred-to": { key: "P13", by: { table: "Bookings", column: "Person", count: 2 }, isDirect: true },
  "rule/not-blanked": {
    by: { table: "Bookings", message: '"Person" is required and has no value.', hint: undefined },
  },
  ...DEFINITION_SAMPLES,
  "access/parts": { key: "P13", table: "Bookings" },
  "table/not-found": { name: "Peeple", suggestion: "People" },
  "request/media-type": { actual: "text/csv", header: "Content-Type: application/json" },
  "request/unknown-action": {
    action: "Fnd",
    actions: ["Add", "Edit", "Delete", "Find"],
    suggestion: "Find",
  },
  "request/unsupported-action": {
    action: "Show Map",
    type: "view",
    actions: ["Add", "Edit", "Delete", "Find"],
  },
  "request/traced-change": { action: "Edit" },
  "request/unknown-member": { name: "Theme", where: '"Properties"', suggestion: undefined },
  "request/misspelt-member": { name: "dryRun", where: '"Properties"', suggestion: "DryRun" },
  "request/misplaced-property": { name: "DryRun" },
  "request/property": { name: "Timezone", value: "Mars", expected: "a time zone such as Europe/Berlin" },
  "request/cursor": {},
  "request/cursor-lost": {},
  "request/calls-missing": {},
  "request/batch-property": { message: '"Selector" is a property of a call, and not of a batch.' },
  "request/reference": { reference: "#/2/Rows/0/Order ID", reason: "earlier answers are 0 to 1" },
  "request/expand": { column: "Note", table: "Orders" },
  "request/ignored-property": {
    message: '"Mars" in "Timezone" cannot be read as a time zone such as Europe/Berlin.',
  },
  "request/no-such-path": { path: "/api" },
  "request/method": { method: "GET" },
  "request/path": {
    reason: 'there is a "%" in it without two hexadecimal digits, or the escapes are not UTF-8',
  },
  "request/too-slow": { limit: 30_000 },
  "selector/not-rows": { type: "Number" },
  "selector/other-values": { column: "Customer", table: "Orders", key: "[Order ID]" },
  "auth/wrong-token": { reason: "it has expired" },
  "auth/blank-identity": { name: "RunAsUserEmail" },
  "auth/look-alike": { email: "\u212Aim@example.com", character: "\u212A", letter: "k" },
  "tests/not-run": {
    reason: 'There are no tests of "app.yaml": their files are in its folder and end in .test.yaml.',
  },
  "edit/unknown-part": { name: "app.owner" },
  "edit/unwritable": { name: "rules.Tell", reason: "there is no place for it" },
  "edit/has-errors": { count: 2 },
  "edit/broken-file": { line: 12, reason: "A column needs a type." },
  "edit/not-newest": { reason: "another version was saved" },
  "edit/unknown-version": { version: "1f0c8a52d0e4a539" },
  "edit/not-served": { reason: 'Column "Total" cannot be filled.' },
  "edit/not-written": { reason: "there is no permission" },
  "edit/not-tried": { reason: "They took longer than 120 seconds." },
  "edit/other-form": { table: "Orders" },
  "limit/edits": { limit: 50 },
  "limit/trial": { limit: 200_000 },
  "limit/trials": { limit: 8 },
  "row/changed": { key: "P77", version: "1f0c8a52d0e4a53955f4f" },
  "request/key-reused": { key: "6f9a3c1e" },
  "request/not-expanded": {},
  "history/none": { table: "Orders" },
  "history/none-reached": { app: "shop" },
  "history/cursor": { cursor: "first", isNumber: false },
  "history/trimmed": { cursor: "120" },
  "history/no-call": { call: "6f9a3c1e" },
  "history/no-definition": { reason: "It keeps none." },
  "history/not-run": { call: "6f9a3c1e", reason: "it loaded rows" },
  "history/undo-conflict": { table: "Orders", key: "1001", calls: ["7c1d0b2f"] },
  "history/undo-unrecorded": { table: "Orders", key: "1001", columns: ["Card"] },
  "history/ahead": { moment: "2062-03-14T15:09:26Z" },
  "history/not-kept": { table: "Orders", moment: "2006-03-14T15:09:26Z" },
  "history/selector": { table: "Customers" },
  "history/unrecorded": { column: "Phone" },
  "history/as-now": { column: "Total", table: "Lines" },
  "request/query": { name: "key", expected: "the key of a row", isSent: false },
};

function groupOf(code: DiagnosticCode): string {
  return code.slice(0, code.indexOf("/"));
}

/** Signs that Markdown would take for its own. */
function plain(text: string): string {
  return text.replaceAll(/[*_<]/g, "\\$&");
}
