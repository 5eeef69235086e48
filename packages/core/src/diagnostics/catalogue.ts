/**
 * Everything that can be wrong and how it is said, in one list because errors are read together.
 * Over 400 lines because the catalogue is one list: sentences are worded alike only where they are read side by side, and a
 * code must be free before it is taken.
 * A sentence says what is wrong, then what was expected, with the user's own words in quotes.
 */
import { definitionCatalogue } from "./definition-catalogue.ts";
import {
  didYouMean,
  type Hint,
  inQuotes,
  type Limited,
  type Named,
  type Said,
  type Suggested,
  type Texts,
} from "./sentence.ts";

interface Cell {
  readonly value: string;
}

const thereAre = (names: readonly string[]): string =>
  names.length === 0 ? "" : `; there are ${inQuotes(names)}`;

const codePointOf = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");

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
  "limit/body": ({ limit }: Limited) => `The body is larger than ${limit} bytes.`,
  "limit/body-nesting": ({ limit }: Limited) => `The body is nested more than ${limit} levels deep.`,
  "limit/body-members": ({ limit }: Limited) => `An object of the body has more than ${limit} members.`,
  "limit/row-values": ({ limit }: Limited) =>
    `A row of the body has more than ${limit} values in its lists and objects.`,
  "limit/bodies": ({ whose, limit }: Limited & { whose: string }) => ({
    message: `The bodies of ${whose} that are being worked on would take more than ${limit} bytes together.`,
    hint: "Try again after a moment.",
  }),
  "limit/server-busy": ({ limit }: Limited) => ({
    message: `The server already has ${limit} calls waiting.`,
    hint: "Try again after a moment.",
  }),
  "limit/head": ({ limit, unit }: Limited & { unit: string }) =>
    `The head of the request has more than ${limit} ${unit}.`,
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
  "limit/live": ({ whose, limit, unit = "live Selectors" }: Limited & { whose: string; unit?: string }) => ({
    message: `${whose} already has ${limit} ${unit} open.`,
    hint: `Close a live Selector, or ${unit === "live Selectors" ? "ask for the rows without text/event-stream" : "choose fewer rows"}.`,
  }),
  "limit/live-rows": ({ limit }: Limited) => ({
    message: `One live Selector would follow more than ${limit} rows.`,
    hint: "Choose fewer rows, or read the feed of changes.",
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
  "limit/as-of": ({ limit }: Limited) =>
    `More than ${limit} changes were made since; an AsOf closer to now is expected.`,
  "limit/undo": ({ limit }: Limited) =>
    `More than ${limit} changes were made since; a call closer to now is expected.`,
  "limit/calls": ({ limit, actual }: Limited & { actual: number }) =>
    `The batch has ${actual} calls, and at most ${limit} are allowed.`,
  "limit/expand": ({ limit, unit }: Limited & { unit: "levels" | "paths" }) => ({
    message: `"Expand" has more than ${limit} ${unit}.`,
    hint: "Ask for the other rows in another Find.",
  }),
  "limit/groups": ({ limit }: Limited) => ({
    message: `The summary has more than ${limit} groups.`,
    hint: 'Name fewer columns in "By", or fewer rows by a Selector.',
  }),
  "limit/summary-members": ({ limit, count }: Limited & { count: number }) => ({
    message: `The summary has ${count} columns and values; at most ${limit} are computed at once.`,
    hint: "Ask for them in several calls.",
  }),
  "limit/cell-length": ({ limit }: Limited) => `The text is longer than ${limit} characters.`,
  "limit/cell-depth": ({ limit }: Limited) =>
    `The JSON has lists and objects within one another more than ${limit} levels deep.`,
  "limit/key-length": ({ limit }: Limited) => `The key is longer than ${limit} characters.`,
  "limit/cell-items": ({ limit }: Limited) => `The list has more than ${limit} items.`,

  // Cells, rows and keys of a request
  "cell/unreadable": ({
    value,
    expected,
    example,
  }: Cell & Texts<"expected"> & { example?: string | undefined }) => ({
    message: `"${value}" cannot be read as ${expected}.`,
    hint: example === undefined ? undefined : `Write it like ${example}.`,
  }),
  "cell/out-of-bounds": ({ value, bound }: Cell & { bound: string }) =>
    `"${value}" is out of bounds: ${bound}.`,
  "cell/not-in-list": ({
    value,
    values,
    pointer,
  }: Cell & Suggested & { values: readonly string[]; pointer?: string }) =>
    `"${value}"${pointer === undefined ? "" : ` at ${pointer}`} is not one of ${inQuotes(values.slice(0, 12))}${values.length > 12 ? ", …" : ""}.`,
  "cell/unknown-field": ({ name, pointer }: Named & { pointer: string }) =>
    `There is no field "${name}", which is sent at ${pointer}.`,
  "cell/missing-field": ({ pointer }: { pointer: string }) =>
    `The field at ${pointer} is required and has no value.`,
  "cell/separator": ({ value, separator }: Cell & { separator: string }) =>
    `"${value}" holds "${separator}", which separates the items of this list.`,
  "cell/no-such-row": ({ value, table }: Cell & { table: string | undefined }) =>
    table === undefined ? `"${value}" names no row.` : `"${value}" names no row of "${table}".`,
  "column/unknown": ({ name, table }: Named & { table: string }) =>
    `Table "${table}" has no column "${name}".`,
  "column/twice": ({ name }: { name: string }) => `The column "${name}" is given twice in this row.`,
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
  "key/missing": ({ name }: { name: string }) => ({
    message: `The key column "${name}" has no value.`,
    hint: `The key says which row is meant: give "${name}" in each row. A new row needs it where the column has no initialValue.`,
  }),
  "key/duplicate": ({ key }: { key: string }) => `A row having key '${key}' exists already.`,
  "key/twice": ({ key }: { key: string }) => `The key '${key}' stands twice in this call.`,
  "row/cell-count": ({ actual, expected }: { actual: number; expected: number }) =>
    `The row has ${actual} ${actual === 1 ? "cell" : "cells"}, and ${expected} ${expected === 1 ? "is" : "are"} expected.`,
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
  "row/not-found": ({ key }: { key: string }) => `Row having key '${key}' not found.`,
  "row/changed": ({ key, version }: { key: string; version: string | undefined }) => ({
    message: `The row having key '${key}' has changed${version === undefined ? "." : `: its version is "${version}" now.`}`,
    hint: "Read it again and decide with its values.",
  }),
  "row/deleted-since": ({ key }: { key: string }) => ({
    severity: "warning" as const,
    message: `The row having key '${key}' was deleted by what followed from this call; it is shown as it last was.`,
  }),
  "request/key-reused": ({ key }: { key: string }) =>
    `The idempotency key "${key}" came before with another call; the same call, or another key, is expected.`,
  "request/not-expanded": () => ({
    severity: "warning" as const,
    message: "A repeated answer has no `_Expanded` for callers from whom rows or columns may be hidden.",
    hint: "Send the Find with Expand once more, without the key.",
  }),
  "limit/idempotency-key": ({ limit }: { limit: number }) =>
    `An idempotency key has at most ${limit} characters.`,
  "request/query": ({ name, expected, isSent }: { name: string; expected: string; isSent: boolean }) => ({
    message: `"${name}" in the query of the address is ${isSent ? "not" : "missing; expected is"} ${expected}.`,
    hint: `Write it after the path, such as "?${name}=…".`,
  }),
  "history/none": ({ table }: { table: string }) => ({
    message: `No changes of "${table}" are recorded.`,
    hint: 'Say so in the definition, such as "history: { keep: 30d }".',
  }),
  "request/live-property": ({ property }: { property: string }) =>
    `A live Selector follows the rows of now, and takes no "${property}".`,
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
  "history/ahead": ({ moment }: { moment: string }) =>
    `"${moment}" is yet to come; an AsOf that has been is expected.`,
  "history/not-kept": ({ table, moment }: { table: string; moment: string }) => ({
    message: `What "${table}" was as of "${moment}" is not kept; a later AsOf is expected.`,
    hint: 'How long changes are kept is said by "history" in the definition.',
  }),
  "history/selector": ({ table }: { table: string }) =>
    `The Selector reads "${table}", and what that was as of then is not kept; one about tables whose history goes back as far is expected.`,
  "history/no-call": ({ call }: { call: string }) =>
    `No changes of a call "${call}" are kept; the id of a call in the history is expected.`,
  "history/no-definition": ({ reason }: { reason: string }) => ({
    message: `The store has no definition that can be used: ${reason}`,
    hint: "A store keeps it when it is opened to be written, by a definition with a history.",
  }),
  "history/not-run": ({ call, reason }: { call: string; reason: string }) =>
    `The call "${call}" cannot be run again: ${reason}.`,
  "history/undo-conflict": ({
    table,
    key,
    calls,
  }: Texts<"table" | "key"> & { calls: readonly string[] }) => ({
    message: `The row having key '${key}' of "${table}" has been changed since${calls.length === 0 ? "" : `, by ${inQuotes(calls)}`}; rows that are as the call left them are expected.`,
    hint: calls.length === 0 ? undefined : "Undo the later calls first, the last one before the others.",
  }),
  "history/undo-unrecorded": ({
    table,
    key,
    columns,
  }: Texts<"table" | "key"> & { columns: readonly string[] }) =>
    `What the row having key '${key}' of "${table}" had in ${inQuotes(columns)} is not recorded, so the call cannot be undone.`,
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
  "rule/required": ({ column }: { column: string }) => `"${column}" is required and has no value.`,
  "rule/valid-if": ({ column, value, message }: Cell & { column: string; message?: string | undefined }) =>
    message ?? `"${value}" does not satisfy the validity rule of "${column}".`,
  "rule/concealed": ({
    column,
    reads = "an access key that may call Find",
  }: {
    column?: string | undefined;
    reads?: string;
  }) => ({
    message:
      column === undefined
        ? "The row would have a value that its rules do not allow, in a column that is not for you to read."
        : `The row would have a value in "${column}" that its rules do not allow.`,
    hint: `${reads[0]?.toUpperCase()}${reads.slice(1)} reads why.`,
  }),
  "rule/write-if": ({ column, isRead }: { column: string; isRead: boolean }) => ({
    message: `You may not write "${column}" of this row.`,
    hint: isRead
      ? "Leave the column out, or send the value that the row has."
      : "Leave the column out: you may not read this cell, and who may not read a cell does not write it.",
  }),
  "rule/with-check": ({ key, table }: { key: string; table: string }) =>
    `The row having key '${key}' would no longer pass the security filter of "${table}" for you.`,
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
  }: Texts<"action" | "table" | "message"> & Hint & { column?: string | undefined }) => ({
    message: `The action "${action}" cannot write to "${table}"${column === undefined ? "" : `, column "${column}"`}: ${message}`,
    hint,
  }),
  "action/failed": () => ({
    message: "What the call leads to in another table cannot be carried out.",
    hint: "An access key that reaches the table reads why.",
  }),
  "workflow/refused": ({ rule, table, message, hint }: Texts<"rule" | "table" | "message"> & Hint) => ({
    message: `The workflow rule "${rule}" of "${table}", which this change sets off, cannot be carried out: ${message}`,
    hint,
  }),
  "workflow/stopped": ({ message }: { message: string }) => message,
  "workflow/dot-segment": ({ rule }: { rule: string }) =>
    `The workflow rule "${rule}" cannot send its webhook: a value makes a segment with only dots in the path of the URL, and would lead to another place.`,

  "event/not-found": ({ id }: { id: string }) => `The application has no event "${id}".`,
  "event/choice": () => ({
    message: 'The body names no events; either "Ids", a list of texts, or "Failed": true is expected.',
    hint: 'Send JSON such as {"Ids": ["an id"]}.',
  }),
  "limit/chosen-events": ({ limit }: Limited) => ({
    message: `A call changes at most ${limit} events by their ids.`,
    hint: 'Send {"Failed": true} for all that have failed.',
  }),
  "tests/not-run": ({ reason }: { reason: string }) =>
    `The tests of the application cannot be run. ${reason}`,
  // Changing the definition that is served
  "edit/not-enabled": () => ({
    message: "This server does not let its definitions be changed.",
    hint: "Start it with --edit-definition.",
  }),
  "edit/unknown-part": ({ name }: { name: string }) => ({
    message: `"${name}" is no part of the definition that can be changed here.`,
    hint: "Change the file itself.",
  }),
  "edit/unwritable": ({ name, reason }: { name: string; reason: string }) =>
    `"${name}" cannot be written: ${reason}.`,
  "edit/has-errors": ({ count }: { count: number }) =>
    `The definition would have ${count === 1 ? "an error" : `${count} errors`}; nothing was saved.`,
  "edit/not-newest": ({ reason }: { reason: string }) => ({
    message: `The definition has changed meanwhile: ${reason}.`,
    hint: "Read it again, and make the change in that one.",
  }),
  "edit/broken-file": ({ line, reason }: { line: number; reason: string }) => ({
    message: `The file of the definition was edited, and has an error in line ${line}: ${reason}`,
    hint: "Correct the file itself. Until then it cannot be changed here.",
  }),
  "edit/unknown-version": ({ version }: { version: string }) =>
    `The store keeps no definition of the version "${version}" that can be restored.`,
  "edit/not-served": ({ reason }: { reason: string }) =>
    `The definition cannot be served, and the file is as it was: ${reason}`,
  "edit/not-written": ({ reason }: { reason: string }) =>
    `The file of the definition cannot be written: ${reason}.`,
  "edit/not-tried": ({ reason }: { reason: string }) => `Calls cannot be tried again. ${reason}`,
  "edit/other-form": ({ table }: { table: string }) =>
    `The rows of "${table}" would have other columns, so they cannot be tried before a migration.`,
  "limit/edits": ({ limit }: Limited) => `A definition is changed in at most ${limit} parts at once.`,
  "limit/trial": ({ limit }: Limited) =>
    `Calls are tried again on copies of at most ${limit} rows, and there are more.`,
  "limit/trials": ({ limit }: Limited) => `At most ${limit} trials of a definition wait for one another.`,

  // Loading rows from outside
  "load/cut-off": ({ table, rows }: { table: string; rows: number }) => ({
    message: `A load into "${table}" of other rows than these, or of these in another way, was cut off after ${rows} rows.`,
    hint: "Load the same rows in the same way again to continue it, or abandon it: its rows stay.",
  }),
  "load/elsewhere": ({ table }: { table: string }) =>
    `Another process is loading the same rows into "${table}".`,

  // A call as a whole
  "access/not-allowed": ({ action, table, by }: { action: string; table: string; by: string }) =>
    `"${action}" on "${table}" is not allowed by ${by}.`,
  "access/parts": ({ key, table }: { key: string; table: string | undefined }) =>
    `The row having key '${key}' has parts in ${table === undefined ? "another table" : `"${table}"`}, and deleting those is not allowed by the table's updates.`,
  "access/blanking": ({ key, table }: { key: string; table: string | undefined }) =>
    `The row having key '${key}' is referred to in ${table === undefined ? "another table" : `"${table}"`}, and blanking that is not allowed by the table's updates.`,
  "table/not-found": ({ name }: Named) => `There is no table or slice "${name}" in this application.`,
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
  }: Suggested & Texts<"action"> & { actions: readonly string[] }) =>
    `There is no action "${action}" here${thereAre(actions)}.`,
  "request/unknown-token": () => ({
    message: "There is no prepared change of yours with this token.",
    hint: "It may have been carried out, or be too old: prepare the change again.",
  }),
  "request/unsupported-action": ({
    action,
    type,
    runs,
    actions,
  }: Texts<"action" | "type"> & { runs?: string | undefined; actions: readonly string[] }) => ({
    message: `The action "${action}" ${runs === undefined ? "is" : `runs ${runs}`} of type ${type}, which cannot be invoked${thereAre(actions)}.`,
    hint: 'A definition with "invocable: dataChange" lets calls name every action.',
  }),
  "request/rows-missing": ({ action }: { action: string }) => `"${action}" needs at least one row in "Rows".`,
  "request/traced-change": ({ action }: { action: string }) => ({
    message: `"${action}" changes rows, and nothing is kept of a call with a trace.`,
    hint: 'Set "DryRun" to true in "Properties", or leave "trace" out of the header "Prefer".',
  }),
  "request/unknown-member": ({ name, where, suggestion }: Named & { where: string }) => ({
    severity: "warning" as const,
    message: `The member "${name}" of ${where} is not known and is ignored.`,
    hint: didYouMean(suggestion),
  }),
  "request/misspelt-member": ({ name, where }: Named & { where: string }) =>
    `The member "${name}" of ${where} is not known.`,
  "request/misplaced-property": ({ name }: { name: string }) => ({
    message: `"${name}" is a property, and no member of the body.`,
    hint: `Write { "Properties": { "${name}": … } }.`,
  }),
  "request/property": ({ name, value, expected }: { name: string; value: string; expected: string }) =>
    `"${value}" in "${name}" cannot be read as ${expected}.`,
  "request/calls-missing": () => "The batch has no calls.",
  "request/batch-property": ({ message }: { message: string }) => ({ message }),
  "request/reference": ({
    reference,
    reason,
    meant,
  }: Texts<"reference" | "reason"> & { meant?: string }) => ({
    message: `The reference "${reference}" names no cell of an earlier answer: ${reason}.`,
    hint:
      meant === undefined
        ? 'Write { "$ref": "#/0/Rows/0/Order ID" } for a column of the first row that the first call answers.'
        : `Write { "$ref": "${meant}" }.`,
  }),
  "request/expand": ({ column, table }: { column: string; table: string }) =>
    `"${column}" of "${table}" cannot be expanded: it refers to no rows that the caller may find.`,
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
    message: 'The row that "After" names is not in the list of the Selector any more.',
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
  "request/summary-function": ({ name }: Named) =>
    `A summary has no function "${name}"; COUNT, SUM, AVERAGE, MIN or MAX is expected.`,
  "request/summary-column": (details: { function: string; column: string; type: string; expected: string }) =>
    `${details.function} cannot be taken of "${details.column}", which is of type ${details.type}; a column of ${details.expected} is expected.`,
  "request/summary-name": ({ name }: { name: string }) =>
    `"${name}" comes twice in the answer; each column of "By" and each name of "Values" is expected once.`,
  "request/duplicate-member": ({ name, other, where }: { name: string; other?: string; where: string }) =>
    other === undefined
      ? `The member "${name}" is given twice in ${where}.`
      : `The members "${name}" and "${other}" of ${where} mean the same; only one of them can be given.`,
  "request/no-such-path": ({ path, instead }: { path: string; instead?: string | undefined }) => ({
    message: `There is nothing at "${path}".`,
    hint:
      instead === undefined
        ? "Calls go to POST /api/v2/apps/{appId}/tables/{tableName}/Action."
        : `Write "${instead}". Paths are case-sensitive and end without a slash.`,
  }),
  "request/method": ({ method, allowed }: { method: string; allowed: string }) =>
    `${method} is not answered here. Send ${allowed.replaceAll(", ", " or ")}.`,
  "request/path": ({ reason }: { reason: string }) => `The path cannot be read: ${reason}.`,
  "request/too-slow": ({ limit }: Limited) => `The request did not arrive within ${limit} milliseconds.`,
  "selector/not-rows": ({
    type,
    table,
    filter,
    selector,
  }: Texts<"type" | "table"> & { filter?: string | undefined; selector?: string | undefined }) => ({
    message: `The selector gives ${type}, and a list of rows of "${table}" is expected.`,
    hint: `Write ${selector ?? `FILTER("${table}", ${filter ?? "condition"})`}.`,
  }),
  "selector/other-values": ({ column, table, key }: { column: string; table: string; key: string }) => ({
    severity: "warning" as const,
    message: `The selector gives values of "${column}", which are looked up as keys of "${table}": ${key}.`,
    hint: `Write FILTER("${table}", condition) for the rows that meet a condition.`,
  }),
  "auth/missing-app": () => "The path names no application.",
  "auth/missing-key": () => ({
    message: "No access key was sent.",
    hint: 'Send the header "ApplicationAccessKey".',
  }),
  "auth/wrong-key": () => "The access key is not one of this application, or it is disabled or expired.",
  "auth/wrong-token": ({ reason }: { reason: string }) => `The token is not accepted: ${reason}.`,
  "auth/blank-identity": ({ name }: { name: string }) => ({
    message: `"${name}" is blank, so it cannot be known whom the call is made for.`,
    hint: "Give an e-mail address, or leave it out.",
  }),
  "auth/no-identity": () => ({
    message:
      "The call does not say whom it is made for, and it may not be made for the owner of the application.",
    hint: 'Give an e-mail address in Properties as "RunAsUserEmail".',
  }),
  "auth/look-alike": ({ email, character, letter }: Texts<"email" | "character" | "letter">) => ({
    message: `"${email}" holds "${character}" (U+${codePointOf(character)}), which is compared as "${letter}" and so could mean somebody else.`,
    hint: `Write a plain "${letter}".`,
  }),
  "auth/api-disabled": ({ app }: { app: string }) => `The API of the application "${app}" is switched off.`,
  "app/not-found": ({ id }: { id: string }) => `There is no application "${id}" here.`,
  "server/internal": () => "Something went wrong on our side. Nothing was written.",
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
    hint: "The operator of the server has to restore it.",
  }),
  "server/store-full": () => ({
    message: "The disk of the database is full. Nothing was written.",
    hint: "Try again when the operator of the server has made room.",
  }),
  "server/store-replaced": () => ({
    message: "The file of the database was deleted or replaced while it was open. Nothing was kept.",
    hint: "The operator of the server has to put it back, or start the server again.",
  }),
} satisfies Record<string, (details: never) => Said>;

/** A call that is marked as pure: a bundler leaves it out of a program that only compiles expressions. */
export const catalogue = /* @__PURE__ */ Object.assign({}, definitionCatalogue, otherSentences);
