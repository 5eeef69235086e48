/**
 * Everything that can be wrong and how it is said, in one list because errors are read together.
 * Over 400 lines because the catalogue is one list: sentences are worded alike only where they are read side by side, and a
 * code must be free before it is taken.
 * A sentence says what is wrong, then what was expected, with the user's own words in quotes.
 */
import { expressionCatalogue } from "./expression-catalogue.ts";
import { didYouMean, inQuotes, type Limited, type Named, type Sentence, type Suggested } from "./sentence.ts";

interface Cell {
  readonly value: string;
}

const thereAre = (names: readonly string[]): string =>
  names.length === 0 ? "" : `; there are ${inQuotes(names)}`;

const codePointOf = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");

/** A way along names, the middle of a long one left out. */
const wayAlong = (names: readonly string[]): string =>
  (names.length > 12 ? [...names.slice(0, 10), "…", ...names.slice(-1)] : names).join(" → ");

/** Without a column it is one that the caller does not see. */
interface Unreadable {
  readonly table?: string;
  readonly column?: string;
  readonly key?: string;
  readonly value?: string;
}

/** A row that a database refuses because of a constraint of its own. */
interface Referred {
  readonly key: string;
  /** The rows that refer to it; undefined where the caller sees none of them. */
  readonly by: { readonly table: string; readonly column: string; readonly count: number } | undefined;
  /** Whether to the row itself, and not to one that is deleted with it. */
  readonly isDirect: boolean;
}

/** Why a Ref cannot be blanked, in a table that may be named. */
interface Blanked {
  readonly table: string;
  readonly message: string;
  readonly hint: string | undefined;
}

/** Facts that show what is wrong, in words. */
interface Shown {
  example: string | undefined;
}

interface WritersDetails {
  rule: string;
  /** The other rule, or the action that is called. */
  other?: string;
  action?: string | undefined;
  column: string;
  example: string;
}

interface OverlapDetails {
  what: string;
  other: string;
  output: string | undefined;
  example: string;
}

interface Refused {
  readonly kind: "unique" | "foreign key" | "check" | "not null" | "trigger" | "rights";
  readonly table: string;
  readonly columns: readonly string[];
  readonly constraint: string | undefined;
  readonly message: string;
}

const refusalOf = ({ kind, table, columns, constraint, message }: Refused): string => {
  const named = constraint === undefined ? "" : ` (constraint "${constraint}")`;
  switch (kind) {
    case "unique":
      return `Table "${table}" has a row with the same ${columns.length > 0 ? inQuotes(columns) : "values"} already${named}.`;
    case "foreign key":
      return `The row names one that the database does not have, or is named by others${columns.length > 0 ? ` through ${inQuotes(columns)}` : ""}${named}.`;
    case "not null":
      return `The database takes no row of table "${table}" without ${columns.length > 0 ? inQuotes(columns) : "all of its values"}${named}.`;
    case "rights":
      return `The database does not let the user of this server write ${columns.length > 0 ? inQuotes(columns) : "such a row"} in table "${table}".`;
    default:
      return `The database does not take the row of table "${table}"${named}: ${message}.`;
  }
};

const otherSentences = {
  // Limits of a request
  "limit/repeats": ({ limit, key }: Limited & { key: string }) => ({
    message: `The action comes to the row having key '${key}' more than ${limit} times in one call.`,
    hint: "Name the row less often, or in several calls.",
  }),
  "limit/cursor": ({ limit }: Limited) => ({
    message: `The end of the part is marked by texts that are too long: they would take more than ${limit} characters of "After".`,
    hint: "Sort by shorter values.",
  }),
  "limit/rows": ({ limit, actual }: Limited & { actual: number }) => ({
    message: `The call has ${actual} rows; at most ${limit} are taken at once.`,
    hint: "Send them in several calls.",
  }),
  "limit/body": ({ limit }: Limited) => ({ message: `The body is larger than ${limit} bytes.` }),
  "limit/body-nesting": ({ limit }: Limited) => ({
    message: `The body is nested more than ${limit} levels deep.`,
  }),
  "limit/body-members": ({ limit }: Limited) => ({
    message: `An object of the body has more than ${limit} members.`,
  }),
  "limit/row-values": ({ limit }: Limited) => ({
    message: `A row of the body has more than ${limit} values in its lists and objects.`,
  }),
  "limit/bodies": ({ whose, limit }: Limited & { whose: string }) => ({
    message: `The bodies of ${whose} that are being worked on would take more than ${limit} bytes together.`,
    hint: "Try again after a moment.",
  }),
  "limit/server-busy": ({ limit }: Limited) => ({
    message: `The server already has ${limit} calls waiting.`,
    hint: "Try again after a moment.",
  }),
  "limit/head": ({ limit, unit }: Limited & { unit: string }) => ({
    message: `The head of the request has more than ${limit} ${unit}.`,
  }),
  "limit/wrong-keys": ({ limit }: Limited) => ({
    message: `More than ${limit} wrong access keys a minute came from this network address.`,
    hint: "Correct the key, and try again after a minute.",
  }),
  "limit/answer-size": ({ characters, limit }: Limited & { characters: number }) => ({
    message: `The answer would have ${characters} characters, and at most ${limit} are given to an assistant.`,
    hint: "Ask for less at once.",
  }),
  "limit/prepared": ({ limit }: Limited) => ({
    message: `${limit} changes are prepared already and wait to be carried out.`,
    hint: "Carry them out, or wait some minutes until they are forgotten.",
  }),
  "limit/busy": ({ limit }: Limited) => ({
    message: `This key already has ${limit} calls waiting.`,
    hint: "Try again after a moment.",
  }),
  "limit/streams": ({ limit }: Limited) => ({
    message: `This key already has ${limit} streams of changes open.`,
    hint: "Close one of them, or ask for the changes without text/event-stream.",
  }),
  "limit/rate": ({ whose, limit }: { whose: string; limit: number }) => ({
    message: `There were more than ${limit} calls a minute of ${whose}.`,
    hint: "Try again after the seconds that Retry-After says.",
  }),
  "limit/events": ({ limit }: Limited) => ({
    message: `The workflow rules that the call sets off would send more than ${limit} webhooks and mails.`,
    hint: "Send the rows in several calls.",
  }),
  "limit/scheduled-rows": ({ limit }: Limited) => ({
    message: `More than ${limit} rows meet the rule; a schedule runs for so many at once at most.`,
    hint: "Let the condition name fewer rows, such as those that the rule has not changed yet.",
  }),
  "limit/attachment": ({ limit, count }: Limited & { readonly count: number }) => ({
    message: `An attachment would have ${count} rows, and at most ${limit} are sent.`,
    hint: "Let the expression of its rows name fewer, such as TOP(…, 1000).",
  }),
  "limit/template": ({ limit, unit }: Limited & { unit: "rows" | "characters" }) => ({
    message:
      unit === "rows"
        ? `A mail or webhook would repeat a part of its text for more than ${limit} rows.`
        : `A mail or webhook would have a text of more than ${limit} characters.`,
    hint: "Let the list of <<Start: …>> name fewer rows, such as TOP(…, 1000).",
  }),
  "limit/as-of": ({ limit }: Limited) => ({
    message: `More than ${limit} changes were made since; an AsOf closer to now is expected.`,
  }),
  "limit/undo": ({ limit }: Limited) => ({
    message: `More than ${limit} changes were made since; a call closer to now is expected.`,
  }),
  "limit/calls": ({ limit, actual }: Limited & { actual: number }) => ({
    message: `The batch has ${actual} calls, and at most ${limit} are allowed.`,
  }),
  "limit/groups": ({ limit }: Limited) => ({
    message: `The summary has more than ${limit} groups.`,
    hint: 'Name fewer columns in "By", or fewer rows by a Selector.',
  }),
  "limit/summary-members": ({ limit, count }: Limited & { count: number }) => ({
    message: `The summary has ${count} columns and values; at most ${limit} are computed at once.`,
    hint: "Ask for them in several calls.",
  }),
  "limit/cell-length": ({ limit }: Limited) => ({ message: `The text is longer than ${limit} characters.` }),
  "limit/cell-depth": ({ limit }: Limited) => ({
    message: `The JSON has lists and objects within one another more than ${limit} levels deep.`,
  }),
  "limit/key-length": ({ limit }: Limited) => ({ message: `The key is longer than ${limit} characters.` }),
  "limit/cell-items": ({ limit }: Limited) => ({ message: `The list has more than ${limit} items.` }),
  "limit/formulas": ({ limit }: Limited) => ({
    message: `More than ${limit} virtual columns, filters of slices and functions read one another in a row.`,
    hint: "Read a stored column in between, or put the formulas of some functions into one.",
  }),
  "limit/definition-length": ({ limit, kind = "definition" }: Limited & { kind?: string }) => ({
    message: `The ${kind} is longer than ${limit} characters.`,
  }),

  // Cells, rows and keys of a request
  "cell/unreadable": ({
    value,
    expected,
    example,
  }: Cell & { expected: string; example?: string | undefined }) => ({
    message: `"${value}" cannot be read as ${expected}.`,
    hint: example === undefined ? undefined : `Write it like ${example}.`,
  }),
  "cell/out-of-bounds": ({ value, bound }: Cell & { bound: string }) => ({
    message: `"${value}" is out of bounds: ${bound}.`,
  }),
  "cell/not-in-list": ({
    value,
    values,
    suggestion,
    pointer,
  }: Cell & Suggested & { values: readonly string[]; pointer?: string }) => ({
    message: `"${value}"${pointer === undefined ? "" : ` at ${pointer}`} is not one of ${inQuotes(values.slice(0, 12))}${values.length > 12 ? ", …" : ""}.`,
    hint: didYouMean(suggestion),
  }),
  "cell/unknown-field": ({ name, pointer, suggestion }: Named & { pointer: string }) => ({
    message: `There is no field "${name}", which is sent at ${pointer}.`,
    hint: didYouMean(suggestion),
  }),
  "cell/separator": ({ value, separator }: Cell & { separator: string }) => ({
    message: `"${value}" holds "${separator}", which separates the items of this list.`,
  }),
  "cell/no-such-row": ({ value, table }: Cell & { table: string | undefined }) => ({
    message: table === undefined ? `"${value}" names no row.` : `"${value}" names no row of "${table}".`,
  }),
  "column/unknown": ({ name, table, suggestion }: Named & { table: string }) => ({
    message: `Table "${table}" has no column "${name}".`,
    hint: didYouMean(suggestion),
  }),
  "column/twice": ({ name }: { name: string }) => ({
    message: `The column "${name}" is given twice in this row.`,
  }),
  "key/unreadable": ({
    value,
    parts,
    example,
  }: Cell & { parts: readonly string[]; example?: string | undefined }) => ({
    message: `"${value}" cannot be read as a key of ${inQuotes(parts)}, joined by ": ".`,
    hint: example === undefined ? undefined : `Write it like ${example}.`,
  }),
  "column/not-writable": ({ name, reason }: { name: string; reason: string }) => ({
    severity: "warning" as const,
    message: `The value sent for "${name}" is ignored: ${reason}.`,
  }),
  "key/missing": ({ name }: { name: string }) => ({ message: `The key column "${name}" has no value.` }),
  "key/duplicate": ({ key }: { key: string }) => ({ message: `A row having key '${key}' exists already.` }),
  "key/twice": ({ key }: { key: string }) => ({ message: `The key '${key}' stands twice in this call.` }),
  "row/cell-count": ({ actual, expected }: { actual: number; expected: number }) => ({
    message: `The row has ${actual} ${actual === 1 ? "cell" : "cells"}, and ${expected} ${expected === 1 ? "is" : "are"} expected.`,
  }),
  "row/quote": ({ value }: Cell) => ({
    message: `A quote of the row does not match: ${value}`,
    hint: 'Write "" for a quote inside a cell in quotes.',
  }),
  "row/not-json": ({ reason }: { reason: string }) => ({
    message: `The line is not an object in JSON: ${reason}.`,
    hint: 'Each line is one object, such as {"Name": "Ada"}.',
  }),
  "cell/error": ({ value }: Cell) => ({
    message: `The cell holds the error ${value} in place of a value.`,
    hint: "Correct its formula, or clear the cell.",
  }),
  "row/not-found": ({ key }: { key: string }) => ({ message: `Row having key '${key}' not found.` }),
  "row/changed": ({ key, version }: { key: string; version: string | undefined }) => ({
    message: `The row having key '${key}' has changed${version === undefined ? "." : `: its version is "${version}" now.`}`,
    hint: "Read it again and decide with its values.",
  }),
  "row/deleted-since": ({ key }: { key: string }) => ({
    severity: "warning" as const,
    message: `The row having key '${key}' was deleted by what followed from this call; it is shown as it last was.`,
  }),
  "request/key-reused": ({ key }: { key: string }) => ({
    message: `The idempotency key "${key}" came before with another call; the same call, or another key, is expected.`,
  }),
  "limit/idempotency-key": ({ limit }: { limit: number }) => ({
    message: `An idempotency key has at most ${limit} characters.`,
  }),
  "request/query": ({ name, expected }: { name: string; expected: string }) => ({
    message: `"${name}" in the query of the address is missing, or is not ${expected}.`,
    hint: `Write it after the path, such as "?${name}=…".`,
  }),
  "history/none": ({ table }: { table: string }) => ({
    message: `No changes of "${table}" are recorded.`,
    hint: 'Say so in the definition, such as "history: { keep: 30d }".',
  }),
  "history/none-reached": ({ app }: { app: string }) => ({
    message: `"${app}" records no changes of a table that the caller reaches, and a feed has none of slices.`,
    hint: 'Name a table that has a history in "tables" of the access key; of a slice there is the history of each row.',
  }),
  "history/cursor": ({ cursor, isNumber }: { cursor: string; isNumber: boolean }) => ({
    message: isNumber
      ? `"${cursor}" is no cursor of a caller who does not see every change; one that they were given is expected.`
      : `"${cursor}" is no cursor; one that an answer gave is expected.`,
    hint: "Leave it out to begin with the first change that is kept.",
  }),
  "history/trimmed": ({ cursor }: { cursor: string }) => ({
    message: `Changes after the cursor "${cursor}" are not kept any more.`,
    hint: "Read the rows as they are, and go on from a new cursor.",
  }),
  "history/ahead": ({ moment }: { moment: string }) => ({
    message: `"${moment}" is yet to come; an AsOf that has been is expected.`,
  }),
  "history/not-kept": ({ table, moment }: { table: string; moment: string }) => ({
    message: `What "${table}" was as of "${moment}" is not kept; a later AsOf is expected.`,
    hint: 'How long changes are kept is said by "history" in the definition.',
  }),
  "history/selector": ({ table }: { table: string }) => ({
    message: `The Selector reads "${table}", and what that was as of then is not kept; one about tables whose history goes back as far is expected.`,
  }),
  "history/no-call": ({ call }: { call: string }) => ({
    message: `No changes of a call "${call}" are kept; the id of a call in the history is expected.`,
  }),
  "history/undo-conflict": ({
    table,
    key,
    calls,
  }: {
    table: string;
    key: string;
    calls: readonly string[];
  }) => ({
    message: `The row having key '${key}' of "${table}" has been changed since${calls.length === 0 ? "" : `, by ${inQuotes(calls)}`}; rows that are as the call left them are expected.`,
    hint: calls.length === 0 ? undefined : "Undo the later calls first, the last one before the others.",
  }),
  "history/undo-unrecorded": ({
    table,
    key,
    columns,
  }: {
    table: string;
    key: string;
    columns: readonly string[];
  }) => ({
    message: `What the row having key '${key}' of "${table}" had in ${inQuotes(columns)} is not recorded, so the call cannot be undone.`,
  }),
  "history/unrecorded": ({ column }: { column: string }) => ({
    severity: "warning" as const,
    message: `Values of "${column}" are not recorded: where they were changed since, the column is blank.`,
  }),
  "history/as-now": ({ column, table }: { column: string; table: string | undefined }) => ({
    severity: "warning" as const,
    message: `"${column}" is computed with ${table === undefined ? "a table" : `"${table}"`} as it is now, because what that was is not kept.`,
  }),
  "rule/constraint": (refused: Refused) => ({
    message: refusalOf(refused),
    hint:
      refused.kind === "rights"
        ? 'Grant the right in the database, or let "updates" of the table and "readOnly" of its columns say what is not changed here.'
        : undefined,
  }),
  "rule/referred-to": ({ key, by, isDirect }: Referred) => ({
    message: `${isDirect ? "The" : "A row that is deleted with the"} row having key '${key}' is referred to by ${by === undefined ? "rows that you do not see" : `${by.count} ${by.count === 1 ? "row" : "rows"} of "${by.table}" in "${by.column}"`}, and cannot be deleted.`,
    hint:
      by === undefined
        ? undefined
        : `Delete those rows of "${by.table}", or change their "${by.column}", first.`,
  }),
  "rule/not-blanked": ({ by }: { by: Blanked | undefined }) => ({
    message:
      by === undefined
        ? "The row is referred to in another table, and that cannot be blanked."
        : `The row is referred to in "${by.table}", and that cannot be blanked: ${by.message}`,
    hint: by?.hint,
  }),
  "rule/required": ({ column }: { column: string }) => ({
    message: `"${column}" is required and has no value.`,
  }),
  "rule/valid-if": ({ column, value, message }: Cell & { column: string; message?: string | undefined }) => ({
    message: message ?? `"${value}" does not satisfy the validity rule of "${column}".`,
  }),
  "rule/concealed": ({ column }: { column: string }) => ({
    message: `The row would have a value in "${column}" that its rules do not allow.`,
    hint: "An access key that may call Find reads why.",
  }),
  "rule/with-check": ({ key, table }: { key: string; table: string }) => ({
    message: `The row having key '${key}' would no longer pass the security filter of "${table}" for you.`,
  }),
  "action/passed-over": ({ action, key }: { action: string; key: string }) => ({
    severity: "warning" as const,
    message: `The row having key '${key}' does not meet the condition of "${action}" and was left as it is.`,
  }),
  "action/refused": ({
    action,
    table,
    column,
    message,
    hint,
  }: {
    action: string;
    table: string;
    column?: string | undefined;
    message: string;
    hint?: string | undefined;
  }) => ({
    message: `The action "${action}" cannot write to "${table}"${column === undefined ? "" : `, column "${column}"`}: ${message}`,
    hint,
  }),
  "action/failed": () => ({
    message: "What the call leads to in another table cannot be carried out.",
    hint: "An access key that reaches the table reads why.",
  }),
  "workflow/refused": ({
    rule,
    table,
    message,
    hint,
  }: {
    rule: string;
    table: string;
    message: string;
    hint?: string | undefined;
  }) => ({
    message: `The workflow rule "${rule}" of "${table}", which this change sets off, cannot be carried out: ${message}`,
    hint,
  }),
  "workflow/dot-segment": ({ rule }: { rule: string }) => ({
    message: `The workflow rule "${rule}" cannot send its webhook: a value makes a segment of dots alone in the path of the URL, and would lead out of its place.`,
  }),

  "event/not-found": ({ id }: { id: string }) => ({ message: `The application has no event "${id}".` }),
  "event/choice": () => ({
    message: 'The body names no events; either "Ids", a list of texts, or "Failed": true is expected.',
    hint: 'Send JSON such as {"Ids": ["an id"]}.',
  }),
  "limit/chosen-events": ({ limit }: Limited) => ({
    message: `A call changes at most ${limit} events by their ids.`,
    hint: 'Send {"Failed": true} for all that have failed.',
  }),
  "tests/not-run": ({ reason }: { reason: string }) => ({
    message: `The tests of the application cannot be run: ${reason}`,
  }),
  // Loading rows from outside
  "load/cut-off": ({ table, rows }: { table: string; rows: number }) => ({
    message: `A load into "${table}" of other rows than these, or of these in another way, was cut off after ${rows} rows.`,
    hint: "Load the same rows in the same way again to continue it, or abandon it: its rows stay.",
  }),
  "load/elsewhere": ({ table }: { table: string }) => ({
    message: `Another process is loading the same rows into "${table}".`,
  }),

  // A call as a whole
  "access/not-allowed": ({ action, table, by }: { action: string; table: string; by: string }) => ({
    message: `"${action}" on "${table}" is not allowed by ${by}.`,
  }),
  "access/parts": ({ key, table }: { key: string; table: string | undefined }) => ({
    message: `The row having key '${key}' has parts in ${table === undefined ? "another table" : `"${table}"`}, and deleting those is not allowed by the table's updates.`,
  }),
  "access/blanking": ({ key, table }: { key: string; table: string | undefined }) => ({
    message: `The row having key '${key}' is referred to in ${table === undefined ? "another table" : `"${table}"`}, and blanking that is not allowed by the table's updates.`,
  }),
  "table/not-found": ({ name, suggestion }: Named) => ({
    message: `There is no table or slice "${name}" in this application.`,
    hint: didYouMean(suggestion),
  }),
  "request/unreadable-body": ({ reason, example }: { reason: string; example?: string }) => ({
    message: `The body cannot be read: ${reason}.`,
    hint: `Send a JSON object, such as ${example ?? '{"Action": "Find", "Rows": []} to a table'}.`,
  }),
  "request/media-type": ({ actual, header }: { actual: string; header?: string }) => ({
    message: `A body of type "${actual}" cannot be read; JSON is expected.`,
    hint: header && `Send the header "${header}".`,
  }),
  "request/unknown-action": ({
    action,
    actions,
    suggestion,
  }: Suggested & { action: string; actions: readonly string[] }) => ({
    message: `There is no action "${action}" here${thereAre(actions)}.`,
    hint: didYouMean(suggestion),
  }),
  "request/unknown-token": () => ({
    message: "There is no prepared change of yours with this token.",
    hint: "It may have been carried out, or be too old: prepare the change again.",
  }),
  "request/unsupported-action": ({
    action,
    type,
    runs,
    actions,
  }: {
    action: string;
    type: string;
    runs?: string | undefined;
    actions: readonly string[];
  }) => ({
    message: `The action "${action}" ${runs === undefined ? "is" : `runs ${runs}`} of type ${type}, which cannot be invoked${thereAre(actions)}.`,
    hint: 'A definition with "invocable: dataChange" lets calls name every action.',
  }),
  "request/rows-missing": ({ action }: { action: string }) => ({
    message: `"${action}" needs at least one row in "Rows".`,
  }),
  "request/traced-change": ({ action }: { action: string }) => ({
    message: `"${action}" changes rows, and nothing is kept of a call with a trace.`,
    hint: 'Set "DryRun" to true in "Properties", or leave "trace" out of the header "Prefer".',
  }),
  "request/unknown-member": ({ name, where, suggestion }: Named & { where: string }) => ({
    severity: "warning" as const,
    message: `The member "${name}" of ${where} is not known and is ignored.`,
    hint: didYouMean(suggestion),
  }),
  "request/property": ({ name, value, expected }: { name: string; value: string; expected: string }) => ({
    message: `"${value}" in "${name}" cannot be read as ${expected}.`,
  }),
  "request/calls-missing": () => ({ message: "The batch has no calls." }),
  "request/batch-property": ({ message }: { message: string }) => ({ message }),
  "request/reference": ({ reference, reason }: { reference: string; reason: string }) => ({
    message: `The reference "${reference}" names no cell of an earlier answer: ${reason}.`,
    hint: 'Write { "$ref": "#/0/Rows/0/Order ID" } for a column of the first row that the first call answers.',
  }),
  "request/ignored-property": ({ message }: { message: string }) => ({
    severity: "warning" as const,
    message,
    hint: "It is ignored, because nothing in this call reads it.",
  }),
  "request/cursor": () => ({
    message: 'The text in "After" is none that a Find of these rows has answered with.',
    hint: 'Send "After" as it was answered, with the same table, Selector, Params, Inputs and Rows, or leave it out to begin with the first row.',
  }),
  "request/cursor-lost": () => ({
    message: 'The row that "After" stands for is not in the list of the Selector any more.',
    hint: 'Leave "After" out to begin with the first row. A FILTER with ORDERBY has no such list.',
  }),
  "request/within-function": ({ name }: { name: string }) => ({
    message: `The function ${name} calls the engine, which waits for its answer.`,
    hint: "Give the function what it needs as a parameter: LOOKUP and SELECT read other rows.",
  }),
  "request/summary-empty": () => ({
    message: 'The summary asks for nothing: "By" and "Values" are empty or missing.',
    hint: 'Send what is computed, such as "Values": {"Rows": "COUNT"}.',
  }),
  "request/summary-function": ({ name, suggestion }: Named) => ({
    message: `A summary has no function "${name}"; COUNT, SUM, AVERAGE, MIN or MAX is expected.`,
    hint: didYouMean(suggestion),
  }),
  "request/summary-column": (details: {
    function: string;
    column: string;
    type: string;
    expected: string;
  }) => ({
    message: `${details.function} cannot be taken of "${details.column}", which is of type ${details.type}; a column of ${details.expected} is expected.`,
  }),
  "request/summary-name": ({ name }: { name: string }) => ({
    message: `"${name}" comes twice in the answer; each column of "By" and each name of "Values" is expected once.`,
  }),
  "request/duplicate-member": ({ name, other, where }: { name: string; other?: string; where: string }) => ({
    message:
      other === undefined
        ? `The member "${name}" is given twice in ${where}.`
        : `The members "${name}" and "${other}" of ${where} mean the same; only one of them can be given.`,
  }),
  "request/unsafe-member": ({ name }: { name: string }) => ({
    message: `A member called "${name}" is not taken.`,
  }),
  "request/no-such-path": ({ path, instead }: { path: string; instead?: string | undefined }) => ({
    message: `There is nothing at "${path}".`,
    hint:
      instead === undefined
        ? "Calls go to POST /api/v2/apps/{appId}/tables/{tableName}/Action."
        : `Write "${instead}": paths differ by upper and lower case, and end without a slash.`,
  }),
  "request/method": ({ method, allowed }: { method: string; allowed: string }) => ({
    message: `${method} is not answered here; ${allowed} is.`,
  }),
  "request/path": ({ reason }: { reason: string }) => ({ message: `The path cannot be read: ${reason}.` }),
  "request/too-slow": ({ limit }: Limited) => ({
    message: `The request did not arrive within ${limit} milliseconds.`,
  }),
  "selector/not-rows": ({
    type,
    table,
    filter,
    selector,
  }: {
    type: string;
    table: string;
    filter?: string | undefined;
    selector?: string | undefined;
  }) => ({
    message: `The selector gives ${type}, and a list of rows of "${table}" is expected.`,
    hint: `Write ${selector ?? `FILTER("${table}", ${filter ?? "condition"})`}.`,
  }),
  "selector/other-values": ({ column, table, key }: { column: string; table: string; key: string }) => ({
    severity: "warning" as const,
    message: `The selector gives values of "${column}", which are looked up as keys of "${table}": ${key}.`,
    hint: `Write FILTER("${table}", condition) for the rows that meet a condition.`,
  }),
  "auth/missing-app": () => ({ message: "The path names no application." }),
  "auth/missing-key": () => ({
    message: "No access key was sent.",
    hint: 'Send the header "ApplicationAccessKey".',
  }),
  "auth/wrong-key": () => ({
    message: "The access key is not one of this application, or it is disabled or expired.",
  }),
  "auth/wrong-token": ({ reason }: { reason: string }) => ({
    message: `The token is not accepted: ${reason}.`,
  }),
  "auth/blank-identity": ({ name }: { name: string }) => ({
    message: `"${name}" is blank, so it cannot be known whom the call is made for.`,
    hint: "Give an e-mail address, or leave it out.",
  }),
  "auth/no-identity": () => ({
    message:
      "The call does not say whom it is made for, and it may not be made for the owner of the application.",
    hint: 'Give an e-mail address in Properties as "RunAsUserEmail".',
  }),
  "auth/look-alike": ({
    email,
    character,
    letter,
  }: {
    email: string;
    character: string;
    letter: string;
  }) => ({
    message: `"${email}" holds "${character}" (U+${codePointOf(character)}), which is compared as "${letter}" and so could stand for somebody else.`,
    hint: `Write a plain "${letter}".`,
  }),
  "auth/api-disabled": ({ app }: { app: string }) => ({
    message: `The API of the application "${app}" is switched off.`,
  }),
  "app/not-found": ({ id }: { id: string }) => ({ message: `There is no application "${id}" here.` }),
  "server/internal": () => ({ message: "Something went wrong on our side. Nothing was written." }),
  "server/issuer-away": () => ({
    message: "The keys of who issues tokens cannot be read at the moment.",
    hint: "Try again in some seconds.",
  }),
  "server/too-many-connections": ({ limit }: Limited) => ({
    message: `The server already has ${limit} connections.`,
    hint: "Try again after a moment.",
  }),
  "server/unreadable-value": ({ table, column, key, value }: Unreadable) => ({
    message:
      `The database has a value ${column === undefined ? "" : `in the column "${column}" of table "${table}" `}that is none of ` +
      `${column === undefined ? "its" : "the"} column's type` +
      `${key === undefined ? "" : `: ${value} in the row ${key}`}.`,
    hint: "Correct it there, or give the column another type in the definition.",
  }),
  "row/unreadable-value": ({ table, column, key, value }: Required<Unreadable>) => ({
    severity: "warning" as const,
    message: `The column "${column}" of table "${table}" is blank in the row ${key}: ${value}, which the database has there, is none of its type.`,
    hint: "A new value may be written there. As long as none is, the database keeps its own.",
  }),
  "row/rounded-value": ({ table, column, key, value }: Required<Unreadable>) => ({
    severity: "warning" as const,
    message: `The column "${column}" of table "${table}" is rounded in the row ${key}: the database has ${value} there.`,
    hint: 'To read all digits, give the column "digits: exact" in the definition, or the type Text where it is a key. Until then the database keeps them in a row that is sent back as it was read.',
  }),
  "server/definition-outdated": () => ({
    message: "The tables were changed by a later definition than the one that this server serves.",
    hint: "Send the call to a server that serves the later definition, or try again when this one does.",
  }),
  "server/read-only": () => ({
    message: "This server answers Finds and changes nothing.",
    hint: "Send the call to a server that changes rows, or try again when this one does.",
  }),
  "server/keeps-nothing": () => ({
    message: "This server may only read its database, and keeps no history, feed, runs or events there.",
    hint: "Ask a server of a user who may make tables in the database.",
  }),
  "server/store-away": ({ reason = "cannot be reached right now" }: { reason?: string }) => ({
    message: `The database ${reason}.`,
    hint: "Try again after a moment.",
  }),
  "server/store-damaged": () => ({
    message: "The file of the database is damaged.",
    hint: "Whoever runs the server has to restore it.",
  }),
  "server/store-full": () => ({
    message: "The disk of the database is full. Nothing was written.",
    hint: "Try again when whoever runs the server has made room.",
  }),
  "server/store-replaced": () => ({
    message: "The file of the database was deleted or replaced while it was open. Nothing was kept.",
    hint: "Whoever runs the server has to put it back, or start the server again.",
  }),

  // Decisions
  "decision/facts": ({ actual }: { actual: string }) => ({
    message: `The facts are ${actual}, and an object of facts by name is expected.`,
  }),
  "decision/wrong-fact": ({
    pointer,
    value,
    expected,
  }: {
    pointer: string;
    value: string;
    expected: string;
  }) => ({
    message: `"${value}" at ${pointer} of the facts is not ${expected}.`,
  }),
  "decision/missing-fact": ({ pointer }: { pointer: string }) => ({
    message: `The facts have no value at ${pointer}, and it is required.`,
  }),
  "decision/unknown-fact": ({
    pointer,
    suggestion,
  }: {
    pointer: string;
    suggestion?: string | undefined;
  }) => ({
    severity: "warning" as const,
    message: `There is no fact at ${pointer}: what is given there is not read.`,
    hint: didYouMean(suggestion),
  }),
  "decision/unreadable-fact": ({ pointer, reason }: { pointer: string; reason: string }) => ({
    message: `The fact at ${pointer} cannot be read: ${reason}.`,
  }),
  "decision/not-found": ({ name, suggestion }: Named) => ({
    message: `There is no decision "${name}".`,
    hint: didYouMean(suggestion),
  }),
  "decision/unknown-output": ({ name, suggestion }: Named) => ({
    message: `No decision has an output "${name}".`,
    hint: didYouMean(suggestion),
  }),
  "decision/several-rows": ({ decision, rows }: { decision: string; rows: readonly string[] }) => ({
    message: `In the decision "${decision}" more than one row matches: ${rows.join(", ")}. Its hit policy is "unique".`,
    hint: 'Make the conditions exclude each other, or choose another hit policy, such as "first".',
  }),
  "decision/several-values": ({ output, rules }: { output: string; rules: readonly string[] }) => ({
    message: `More than one rule sets "${output}": ${inQuotes(rules)}. The hit policy is "unique".`,
    hint: 'Make the conditions exclude each other, or choose another hit policy, such as "priority".',
  }),
  "decision/rows-disagree": ({ output, rows }: { output: string; rows: readonly string[] }) => ({
    message: `These match and give different values of "${output}": ${rows.join(", ")}. The hit policy is "any".`,
    hint: 'Give them the same value, or choose another hit policy, such as "first".',
  }),
  "decision/cell": ({ reason }: { reason: string }) => ({
    message: `The cell cannot be read: ${reason}.`,
    hint: 'A cell is "-" for anything, a value, a comparison such as ">= 5", a range such as "[1..5)", a list "a, b", "not(a)", "blank", or "= condition" in which "?" is the input.',
  }),
  "decision/output-cell": ({
    actual,
    expected,
    hint,
  }: {
    actual: string;
    expected: string;
    hint?: string | undefined;
  }) => ({
    message: `${actual} is not ${expected}, which the output is.`,
    hint: hint ?? 'A formula stands after "=", such as "=[total] * 0.1".',
  }),
  "decision/text-of-column": ({ text, reference }: { text: string; reference: string }) => ({
    severity: "warning" as const,
    message: `"${text}" is given as this text, and not as the value of ${reference}.`,
    hint: `Write "=${text}" for the value.`,
  }),
  "decision/table-file": ({ file, reason }: { file: string; reason: string }) => ({
    message: `The table "${file}" cannot be read: ${reason}.`,
    hint: "Its first row names the inputs and the outputs; each further row has a cell for each of them.",
  }),
  "decision/row-width": ({
    actual,
    expected,
    isInFile = false,
  }: {
    actual: number;
    expected: number;
    isInFile?: boolean;
  }) => ({
    message: `The row has ${actual} cells, and ${expected} are expected: ${isInFile ? "one for each of the first row" : "one for each input, then one for each output"}.`,
  }),
  "decision/no-values": ({ output, hit }: { output: string; hit: string }) => ({
    message: `The hit policy "${hit}" goes by the order of the values of "${output}", which has no "values".`,
    hint: 'Give the output a list "values", the strongest first.',
  }),
  "decision/not-a-number": ({ output, hit, type }: { output: string; hit: string; type: string }) => ({
    message: `The hit policy "${hit}" needs numbers, and "${output}" is of type ${type}.`,
  }),

  // What an analysis of conditions has proven
  "logic/never-true": ({ what, hint }: { what: string; hint?: string | undefined }) => ({
    severity: "warning" as const,
    message: `${what} is never TRUE: no values meet it.`,
    hint: hint ?? "Correct it, or take it out.",
  }),
  "logic/always-true": ({ what, hint }: { what: string; hint?: string }) => ({
    severity: "warning" as const,
    message: `${what} is TRUE for all values.`,
    hint: hint ?? "Correct it, or take it out.",
  }),
  "logic/unreachable": ({ what, earlier, example }: Shown & { what: string; earlier: string }) => ({
    severity: "warning" as const,
    message: `${what} is never reached: all values that meet it meet ${earlier} before it${example === undefined ? "" : `, such as ${example}`}.`,
    hint: "Put it further up, correct it, or take it out.",
  }),
  "logic/gap": ({ what, example }: { what: string; example: string }) => ({
    severity: "warning" as const,
    message: `${what} has no row for ${example}.`,
    hint: 'Add a row for it, or say by "otherwise" what holds where no row matches.',
  }),
  "logic/blank-input": ({ input, example }: { input: string; example: string }) => ({
    severity: "warning" as const,
    message: `The input "${input}" is blank for ${example}, and no cell of it holds for blank.`,
    hint: 'No comparison holds for blank. Add "blank" to a cell, such as "> 5, blank", or write the input so that it always has a value.',
  }),
  "logic/overlap": ({ what, other, output, example }: OverlapDetails) => ({
    severity: "warning" as const,
    message: `${what} and ${other} both match ${example}${output === undefined ? "" : ` and set "${output}"`}.`,
    hint: 'Make the conditions exclude each other, or choose another hit policy, such as "first".',
  }),
  "logic/two-writers": ({ rule, other, action, column, example }: WritersDetails) => ({
    severity: "warning" as const,
    message:
      action === undefined
        ? `The rules "${rule}" and "${other}" both set "${column}" for ${example}, to different values.`
        : `The rule "${rule}" sets "${column}" to another value than the action "${action}" has given it, as for ${example}.`,
    hint:
      action === undefined
        ? 'Make their conditions exclude each other, or say by "priority" which one comes first.'
        : `Let the condition of the rule read "${column}", or leave one of them out.`,
  }),

  // An application definition
  "definition/unreadable": ({ reason, kind = "definition" }: { reason: string; kind?: string }) => ({
    message: `The ${kind} cannot be read: ${reason}.`,
  }),
  "definition/unknown-member": ({ name, suggestion, members }: Named & { members: readonly string[] }) => ({
    message: `There is no member "${name}" here.`,
    hint:
      didYouMean(suggestion) ?? (members.length > 0 ? `The members are ${inQuotes(members)}.` : undefined),
  }),
  "definition/missing-member": ({ name }: { name: string }) => ({
    message: `The member "${name}" is missing.`,
  }),
  "definition/wrong-value": ({
    actual,
    expected,
    suggestion,
  }: Suggested & { actual: string; expected: string }) => ({
    message: `${actual} stands where ${expected} is expected.`,
    hint: didYouMean(suggestion),
  }),
  "definition/unknown-type": ({ name, suggestion }: Named) => ({
    message: `There is no column type "${name}".`,
    hint: didYouMean(suggestion),
  }),
  "definition/no-key": ({ table }: { table: string }) => ({
    message: `Table "${table}" has no key.`,
    hint: `Add "key: [Column]".`,
  }),
  "definition/key": ({ column, reason }: { column: string; reason: string }) => ({
    message: `"${column}" cannot be a key column: ${reason}.`,
  }),
  "definition/unknown-column": ({ name, table, suggestion }: Named & { table: string }) => ({
    message: `Table "${table}" has no column "${name}".`,
    hint: didYouMean(suggestion),
  }),
  "definition/unknown-table": ({ name, suggestion, slice }: Named & { slice?: string | undefined }) => ({
    message: `There is no table "${name}".`,
    hint: slice === undefined ? didYouMean(suggestion) : `"${slice}" is a slice; a table is expected here.`,
  }),
  "definition/reserved-name": ({ name }: { name: string }) => ({
    message: `The name "${name}" is reserved.`,
  }),
  "definition/similar-names": ({ name, other }: { name: string; other: string }) => ({
    message: `"${name}" and "${other}" differ only in ${name.normalize() === other.normalize() ? "how accents are written" : "upper and lower case"}.`,
  }),
  "definition/formula-cycle": ({ columns }: { columns: readonly string[] }) => ({
    message: `These formulas need one another, so none can be computed first: ${wayAlong(columns)}.`,
  }),
  "definition/function-without-code": ({ name }: { name: string }) => ({
    message: `The function ${name} is declared with "host: true", and the program gives no code for it.`,
    hint: 'Give it in "functions" of createEngine, or by --functions module.js.',
  }),
  "definition/function-differs": ({
    name,
    declared,
    given,
  }: {
    name: string;
    declared: string;
    given: string;
  }) => ({
    message: `The function ${name} is declared as ${declared}, and the code of the program as ${given}.`,
  }),
  "definition/uncached-function": ({ name }: { name: string }) => ({
    message: `The function ${name} is asynchronous in the program, and declared with "cache: none".`,
    hint: 'Leave out "cache": an asynchronous function is asked once for each different argument list of a call.',
  }),
  "definition/function-place": ({ name }: { name: string }) => ({
    message: `A security filter cannot call ${name}, whose code is of the program: it would be asked about rows that the caller may not see.`,
    hint: "Call it in formulas, Valid_If, conditions, actions, slices or Selectors, or keep its answer in a column that the filter reads.",
  }),
  "definition/option": ({ option, type }: { option: string; type: string }) => ({
    message: `The option "${option}" has no meaning for the type ${type}.`,
  }),
  "definition/missing-option": ({ option, type }: { option: string; type: string }) => ({
    message: `A column of type ${type} needs the option "${option}".`,
  }),
  "definition/no-formula": ({ column }: { column: string }) => ({
    message: `The column "${column}" is virtual and has no formula.`,
  }),
  "definition/exclusive": ({ first, second }: { first: string; second: string }) => ({
    message: `"${first}" and "${second}" exclude each other.`,
    hint: "Keep one of them.",
  }),
  "definition/one-of": ({ members }: { members: readonly string[] }) => ({
    message: `Exactly one of ${inQuotes(members)} is expected here.`,
  }),
  "definition/duplicate-name": ({
    name,
    first,
    second,
  }: {
    name: string;
    first: string;
    second: string;
  }) => ({
    message: `"${name}" is the name of ${first} and of ${first === second ? "another one" : second}.`,
  }),
  "definition/unknown-action": ({ name, suggestion }: Named) => ({
    message: `There is no action "${name}".`,
    hint: didYouMean(suggestion),
  }),
  "definition/other-table": ({
    name,
    actual,
    expected,
  }: {
    name: string;
    actual: string;
    expected: string;
  }) => ({
    message: `The action "${name}" is on the table "${actual}", and one on "${expected}" is expected here.`,
  }),
  "definition/action-cycle": ({ actions }: { actions: readonly string[] }) => ({
    message: `These actions lead back to where they begin, so none would ever end: ${wayAlong(actions)}.`,
  }),
  "definition/unreachable-action": ({ name }: { name: string }) => ({
    severity: "warning" as const,
    message: `Nothing runs the action "${name}", and no call may name it.`,
    hint: 'Name it in "run", in "onRows" or in a rule, or let calls name it with "invocable: dataChange".',
  }),
  "definition/not-settable": ({ column, reason }: { column: string; reason: string }) => ({
    message: `The column "${column}" cannot be set: ${reason}.`,
  }),
  "definition/unset-key": ({ column, table }: { column: string; table: string }) => ({
    message: `A row of "${table}" cannot be added without "${column}", which is a part of its key.`,
    hint: "Set it here, or give the column an initial value.",
  }),
  "definition/open-hole": () => ({
    message: 'The "<<" that opens here has no matching ">>".',
    hint: `Two such signs themselves are written <<"<<">>.`,
  }),
  "definition/hole-in-host": () => ({
    message: "A value cannot be a part of the scheme, the host or the port of a URL.",
    hint: "Write out where the request goes, up to the path: https://example.com/<<…>>.",
  }),
  "definition/reserved-header": ({ name }: { name: string }) => ({
    message: `The header "${name}" belongs to the connection and cannot be declared.`,
  }),
  "definition/unknown-variable": ({
    name,
    suggestion,
    variables,
  }: Named & { variables: readonly string[] }) => ({
    message: `Templates have no variable "${name}".`,
    hint: didYouMean(suggestion) ?? `They have ${inQuotes(variables)}.`,
  }),
  "definition/unknown-tag": ({ name, suggestion }: Named) => ({
    message: `Templates have no tag "${name}".`,
    hint: `${didYouMean(suggestion) ?? "A text is written in quotes."} The tags are <<Start: list>> … <<End>>, <<If: condition>> … <<Else>> … <<EndIf>> and <<Html: value>>.`,
  }),
  "definition/tag-not-here": ({ tag }: { tag: string }) => ({
    message: `<<${tag}>> cannot be used in this member.`,
    hint:
      tag === "Html"
        ? '<<Html: value>> is for the member "html" of a mail; everywhere else a value is a text.'
        : "Blocks are for the body of a webhook, and for the subject, body and html of a mail.",
  }),
  "definition/open-block": ({ tag }: { tag: "Start" | "If" }) => ({
    message: `<<${tag}: …>> is not closed.`,
    hint: `Write <<${tag === "Start" ? "End" : "EndIf"}>> where it ends, before what is around it ends.`,
  }),
  "definition/stray-tag": ({ tag, opener }: { tag: "End" | "Else" | "EndIf"; opener: "Start" | "If" }) => ({
    message: `<<${tag}>> has no <<${opener}: …>> before it.`,
    hint: "<<End>> ends <<Start: …>>; <<EndIf>> ends <<If: …>>, which has one <<Else>> at most.",
  }),
  "definition/not-rows": ({ type }: { type: string }) => ({
    message: `<<Start: …>> repeats for the rows of a list, and this gives ${type}.`,
    hint: 'Name rows, such as [Related Lines], FILTER("Lines", …) or LIST([Customer]); values of a list are written by <<[List]>>.',
  }),
  "definition/deep-blocks": ({ limit }: Limited) => ({
    message: `Blocks are nested more than ${limit} deep.`,
  }),
  "definition/cannot-rename": ({ name, to, reason }: { name: string; to: string; reason: string }) => ({
    message: `"${name}" cannot be renamed to "${to}": ${reason}.`,
  }),
  "definition/no-filter": ({ table }: { table: string }) => ({
    message: `"withCheck" checks rows by the security filter, and the table "${table}" has none.`,
  }),
  "definition/filter-reads-slice": ({ slice, table }: { slice: string; table: string }) => ({
    message: `The security filter of "${table}" reads its slice "${slice}", which shows only what the filter shows.`,
    hint: `Read the table itself, with the condition of the slice: SELECT(${table}[…], …).`,
  }),
  "definition/same-source": ({
    first,
    second,
    source,
  }: {
    first: string;
    second: string;
    source: string;
  }) => ({
    message: `"${first}" and "${second}" have the same source, "${source}".`,
    hint: "Give each a source of its own.",
  }),
  "definition/cron": ({ cron }: { cron: string }) => ({
    message: `${JSON.stringify(cron)} stands where a cron expression is expected: minute, hour, day of the month, month and day of the week, of a time that comes.`,
    hint: 'Write for instance "0 6 * * 1-5" for six o\'clock from Monday to Friday, or "@daily".',
  }),
  "definition/no-schedule": ({ member }: { member: string }) => ({
    message: `"${member}" is about a schedule, and the rule has none.`,
    hint: 'Say when it runs, such as "every: 0 6 * * *" in place of "on".',
  }),
  "definition/no-source": ({ member, table }: { member: string; table: string }) => ({
    message: `"${member}" is about a table that a database has already, and "${table}" names none.`,
    hint: 'Name it as the source of the table, such as "source: public.film".',
  }),
  "definition/was-declared": ({ name, was, kind }: { name: string; was: string; kind: string }) => ({
    message: `"${name}" was "${was}" before, and there still is a ${kind} "${was}".`,
    hint: `Remove the ${kind} "${was}", or take "was" from "${name}".`,
  }),
  "definition/same-was": ({ first, second, was }: { first: string; second: string; was: string }) => ({
    message: `"${first}" and "${second}" both were "${was}" before.`,
    hint: 'Keep one "was"; the other begins without values.',
  }),
  "definition/part-cycle": ({ tables }: { tables: readonly string[] }) => ({
    message: `Rows of these tables would be parts of themselves: ${wayAlong(tables)}.`,
    hint: 'Take "partOf" from one of the Refs.',
  }),
  "definition/on-delete": ({
    column,
    onDelete,
    reason,
    hint,
  }: {
    column: string;
    onDelete: string;
    reason: string;
    hint: string;
  }) => ({
    message: `"onDelete: ${onDelete}" is not possible for "${column}": ${reason}.`,
    hint,
  }),
  "definition/slice-key": ({ slice, column }: { slice: string; column: string }) => ({
    message: `The slice "${slice}" does not show "${column}", by which its rows are named.`,
    hint: "Add the column to the slice.",
  }),
  "definition/initial-value": ({ reason }: { reason: string }) => ({
    message: `The column does not take its own initial value: ${reason}`,
  }),
  "definition/refused-value": ({ column, reason }: { column: string; reason: string }) => ({
    message: `The column "${column}" does not take this value: ${reason}`,
  }),
  "definition/same-value": ({ value, other }: { value: string; other: string }) => ({
    severity: "warning" as const,
    message:
      value === other
        ? `"${value}" is among the values twice.`
        : `"${value}" and "${other}" are the same to every comparison, which takes no account of capital letters.`,
  }),
  "definition/whole-division": ({ type }: { type: string }) => ({
    severity: "warning" as const,
    message: `A Number divided by a Number is a whole number, and a ${type} is expected here: 1 / 2 is 0.`,
    hint: "Multiply the first one by 1.0, or divide by DECIMAL(…).",
  }),
  "definition/unused-function": ({ name }: { name: string }) => ({
    severity: "warning" as const,
    message: `Nothing in this definition calls the function ${name}.`,
    hint: "Remove it, unless callers name it in expressions of their own.",
  }),
  "definition/not-json": () => ({
    severity: "warning" as const,
    message: "This body is sent as JSON, and is none.",
    hint: 'Correct it, or say what it is by a header "Content-Type".',
  }),
  "definition/initial-value-reads-blank": ({ column, order }: { column: string; order: string }) => ({
    severity: "warning" as const,
    message: `The initial value reads "${column}", which is blank at that time.`,
    hint:
      order === "beforeRequest"
        ? `Give "${column}" an initial value, or write "initialValues: afterRequest" under "app": initial values are then computed after what is sent was put in.`
        : `"${column}" is computed later: repeat in the initial value what it says.`,
  }),
  "definition/initial-value-reads-itself": () => ({
    severity: "warning" as const,
    message: "The initial value reads its own column, which is blank until it has one.",
    hint: "Write what a new row begins with; a formula may keep or change the value that the column has.",
  }),
  "definition/rounded-digits": ({ column }: { column: string }) => ({
    severity: "warning" as const,
    message: `The expression goes by the nearest number of "${column}", whose "digits" are exact.`,
    hint: "Where all digits count, compute it in the database, as in a column of its own or a view.",
  }),
  "definition/looser-slice": ({ update, table }: { update: string; table: string }) => ({
    message: `The slice allows "${update}", which its table "${table}" does not.`,
  }),
  "definition/owner-key": ({ name, table }: { name: string; table: string }) => ({
    severity: "warning" as const,
    message: `Calls with the access key "${name}" that name no person see the rows of the owner in "${table}", whose filter reads USEREMAIL().`,
    hint: 'Say whom they are made for: "as" with an e-mail address, "runAs: caller", or "runAs: owner" where the owner is meant.',
  }),
  "definition/plain-key": ({ name }: { name: string }) => ({
    severity: "warning" as const,
    message: `The access key "${name}" is in the definition as plain text.`,
    hint: 'Put its SHA-256 in "sha256" instead.',
  }),
} satisfies Record<string, (details: never) => Sentence>;

/** A call that is marked as pure: a bundler leaves it out of a program that only compiles expressions. */
export const catalogue = /* @__PURE__ */ Object.assign({}, expressionCatalogue, otherSentences);
