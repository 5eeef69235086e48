/** Over 400 lines because it is written of the routes by `npm test -- made-of-routes -u`: what the record API answers. */
import type { Cells, Json } from "./application.ts";

/** One error or warning with its place. */
export interface Mistake {
  /** Which of the calls of a batch, from 1. */
  readonly call?: number;
  /** Which of the rows sent, from 1. */
  readonly row?: number;
  readonly column?: string;
  readonly key?: string;
  /** Such as `rule/required`; docs/errors.md lists all. */
  readonly code: string;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Where it begins in an expression. */
  readonly start?: number;
  readonly end?: number;
}

export type JsonType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "any";

/** A field of an object. */
export interface FieldSchema {
  readonly name: string;
  /** Its type in expressions, such as `Price`. */
  readonly type: string;
  readonly json: JsonType;
  /** Of an array: the JSON type of its items. */
  readonly items?: JsonType;
  /** Of an object, or of the objects in an array. */
  readonly fields?: readonly FieldSchema[];
}

export interface CallInBatch {
  /** The name of a table or slice. */
  readonly Table: string;
  /** `Add`, `Edit`, `Delete`, `Find` or the name of an action. */
  readonly Action: string;
  /** As those of the call by itself, except what holds for all calls. */
  readonly Properties?: Cells;
  /** As those of the call by itself. A cell `{"$ref": "#/0/Rows/0/Order ID"}` is that of an earlier answer. */
  readonly Rows?: readonly Cells[];
}

export interface BatchResult {
  /** One for each call, in their order. */
  readonly Answers: readonly CallResult[];
  /** On the wire `typed`: the id in the history by which all changes can be undone together. */
  readonly Call?: string;
  readonly Warnings?: readonly Mistake[];
  /** Where Prefer: trace asks for them, one for each call. */
  readonly Traces?: readonly Cells[];
}

export interface CallResult {
  readonly Rows: readonly Cells[];
  readonly After?: string;
  readonly Count?: number;
  readonly Warnings?: readonly Mistake[];
}

export interface Summary {
  readonly Rows: readonly Cells[];
  readonly Warnings?: readonly Mistake[];
}

/** How a Find would be carried out: what the store does and what is left to the engine. */
export interface FindExplanation {
  readonly table: string;
  /** `plan`: by conditions, order and limit. `keys`: by keys that were sent. `evaluated`: by the Selector's value. */
  readonly shape: "plan" | "keys" | "evaluated";
  readonly conditions: readonly {
    readonly text: string;
    readonly pushed: boolean;
    readonly reason?: string;
  }[];
  readonly order: readonly { readonly text: string; readonly descending: boolean }[];
  /** Whether the store orders; else the engine does, as it cuts off. */
  readonly isOrderPushed: boolean;
  readonly isLimitPushed: boolean;
  /** What a limited key may not read is left out. */
  readonly store: {
    readonly name: string;
    /** What its database lacks, and what is done instead. */
    readonly lacks?: readonly string[];
    readonly sql?: string;
    readonly values?: readonly (string | number | null)[];
    readonly indexes?: readonly string[];
  };
  readonly slice?: string;
  /** Why the Selector is no plan. */
  readonly reason?: string;
  readonly limit?: number;
  /** The virtual columns that read other rows for one value. */
  readonly computed?: readonly { readonly column: string; readonly pushed: boolean }[];
  /** Whether the store makes the groups of a summary; else the engine does. */
  readonly groups?: { readonly pushed: boolean; readonly reason?: string };
  /** Whether the store counts all rows; else the engine does. */
  readonly count?: { readonly pushed: boolean; readonly reason?: string };
  /** How many rows the store expects to look at. */
  readonly estimatedRows?: number;
  readonly warnings?: readonly Mistake[];
}

/** The tables, slices and functions that the caller reaches, in the definition's order. */
export interface TableList {
  readonly app: { readonly id: string; readonly name: string };
  readonly tables: readonly ListedTable[];
  readonly slices: readonly { readonly name: string; readonly table: string }[];
  /** What the caller may do besides calls on rows. */
  readonly rights: readonly ("events" | "tests" | "undo")[];
  /** What Selectors may call besides the functions of the language; left out where there are none. */
  readonly functions?: readonly ListedFunction[];
}

export interface ListedTable {
  readonly name: string;
  /** The names of the key columns. */
  readonly key: readonly string[];
  /** The column that rows are called by. */
  readonly label: string;
}

/** Types are those that a definition writes, such as `List of Line`. */
export interface ListedFunction {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly result: string;
  readonly description?: string;
}

/** What the rows of a table or slice hold, and what can be done to them. */
export interface TableSchema {
  readonly name: string;
  /** The names of the key columns; several together are `_ComputedKey`. */
  readonly key: readonly string[];
  /** The column that rows are called by. */
  readonly label: string;
  readonly columns: readonly ColumnSchema[];
  /** The changes it takes. `expression`: which they are is decided when a call is made. */
  readonly updates: readonly ("add" | "edit" | "delete")[] | "expression";
  readonly actions: readonly ActionSchema[];
  /** Of a table: the names of its slices. */
  readonly slices: readonly string[];
  /** Of a slice: its table. */
  readonly sliceOf?: string;
}

/** A column; members that have nothing to say are left out. */
export interface ColumnSchema {
  readonly name: string;
  /** The column type as the definition writes it, such as `Enum`. */
  readonly type: string;
  /** The JSON type of its cells, where a blank is null, or an empty list. */
  readonly json: JsonType;
  readonly key: boolean;
  readonly label: boolean;
  /** `expression`: whether it may be blank depends on the row. */
  readonly required: boolean | "expression";
  /** Whether an Add may leave it out and gives it a value all the same; a key of another program's table, the database may give. */
  readonly hasInitialValue: boolean;
  /** Computed when it is read and never stored. */
  readonly virtual: boolean;
  /** Filled by the application. */
  readonly computed: boolean;
  /** Whether a value that is sent is taken; else it is ignored with a warning. */
  readonly writable: boolean;
  /** Of an array: the JSON type of its items. */
  readonly items?: JsonType;
  /** Of an object, or of the objects in an array. */
  readonly fields?: readonly FieldSchema[];
  /** The table that a Ref, or the Refs of a list, point at. */
  readonly table?: string;
  readonly partOf?: true;
  /** What becomes of a row when the one that its Ref points at is deleted; missing where the Ref stays as it is. */
  readonly onDelete?: "restrict" | "clear" | "delete";
  /** What an Enum, or an item of an EnumList, may be. */
  readonly values?: readonly Json[];
  readonly allowOtherValues?: true;
  readonly min?: Json;
  readonly max?: Json;
  readonly step?: number;
  /** In characters, as is `maxLength`. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly decimalDigits?: number;
  readonly currency?: string;
  /** Whether it is an instant, answered by the clock of the call's time zone; the DateTime of any other column is a wall clock. */
  readonly instant?: true | "seconds" | "milliseconds";
  /** Whether its numbers are texts with all of their digits; a number is taken as well. */
  readonly digits?: "exact";
  readonly sensitive?: true;
  readonly description?: string;
  /** Whether answers leave out the cells that the caller may not read, and do not have the column where they may read none. */
  readonly readIf?: true;
  /** Whether a call that changes a cell may be refused, by who calls or by the row. */
  readonly writeIf?: true;
  /** Whether a form shows it depends on the row: the property `Form` of a call answers it, as it does of `editableIf`. */
  readonly showIf?: true;
  readonly editableIf?: true;
}

export interface ActionSchema {
  readonly name: string;
  readonly type: "set" | "run" | "addRow" | "deleteRow" | "onRows";
  /** Whether a call may name it. */
  readonly invocable: boolean;
  /** What it reads of `Inputs` among the Properties; missing where that is nothing. */
  readonly inputs?: readonly InputSchema[];
}

/** A value that a call may give an action. */
export interface InputSchema {
  readonly name: string;
  /** What it is read as, such as `Date`; of a list its items. */
  readonly type: string;
  readonly json: JsonType;
  /** The table that a Ref points at. */
  readonly table?: string;
}

/** Who calls. */
export interface Caller {
  /** The name of the key; null for a person who signed in. */
  readonly accessKey: string | null;
  /** The e-mail address that calls are made for; null where they have to name one, or the application has no owner. */
  readonly user: string | null;
  /** Whether calls may name another by `RunAsUserEmail` or `UserId`. */
  readonly mayNameUser: boolean;
  readonly rights: readonly ("history" | "changes" | "undo" | "events" | "runs" | "rules" | "tests" | "editDefinition" | "trace")[];
  /** Whether it reaches only some tables, or may call only some actions. */
  readonly isLimited: boolean;
  /** The day in UTC with which the key stops working. */
  readonly expires?: string;
}

export interface History {
  readonly versions: readonly RecordedVersion[];
}

/** A part of the feed of changes. */
export interface Changes {
  readonly changes: readonly RecordedVersion[];
  /** What the next request gives as `after`. */
  readonly cursor: string;
  /** Whether there is more already. */
  readonly more: boolean;
}

/** A change of a row, as the caller may see it. */
export interface RecordedVersion {
  /** Where the feed goes on after it. */
  readonly cursor: string;
  /** When the call began, such as `2026-03-14T15:09:26.535Z`. */
  readonly time: string;
  /** The id of the call. */
  readonly call: string;
  /** The e-mail address the call was made for; null where it names no person, or where the reader may not know its cause. */
  readonly user: string | null;
  /** The name of the access key by which it came; a limited key reads no name but its own. */
  readonly accessKey: string | null;
  /** The action of the call, and the workflow rules that led from it to the change, the first that ran first. A limited key reads null for an action that it may not name, and no such rules. */
  readonly cause: { readonly action: string | null; readonly rules: readonly string[] };
  readonly table: string;
  readonly operation: "add" | "edit" | "delete";
  readonly key: string;
  /** Of an edit the columns that changed, of a deleted row all; null for a new one. */
  readonly before: Cells | null;
  /** Of an edit the columns that changed, of a new row all; null for a deleted one. */
  readonly after: Cells | null;
  /** Of the definition by which the call was carried out; null for a limited key. */
  readonly version: string | null;
  /** Sensitive columns that changed and whose values are not recorded. */
  readonly concealed?: readonly string[];
  /** Columns that are blank in `before` or `after` because what the database had there is none of their type. */
  readonly unreadable?: readonly string[];
}

/** From one state of the rows of a Find to a later one. */
export interface LiveStep {
  /** Whether every row that came before is to be forgotten. */
  readonly reset: boolean;
  readonly enter: readonly { readonly key: string; readonly row: Cells }[];
  /** Rows that are answered otherwise than before. */
  readonly change: readonly { readonly key: string; readonly row: Cells }[];
  /** Keys of rows that are gone, or that the Find would not answer any more. */
  readonly leave: readonly string[];
  /** What the next request gives as `after`; null while further steps belong to the same state. */
  readonly cursor: string | null;
  /** Of the Find, where no events are sent. */
  readonly warnings?: readonly Mistake[];
}

export interface Undone {
  readonly Rows: readonly UndoneChange[];
  readonly Call?: string;
  readonly Warnings?: readonly Mistake[];
  /** Where Prefer: trace asks for it. */
  readonly Trace?: Cells;
}

/** What was done to a row to change back what a call had done; `before` and `after` as in the history. */
export interface UndoneChange {
  readonly table: string;
  readonly operation: "add" | "edit" | "delete";
  readonly key: string;
  /** Of an edit the columns that changed, of a deleted row all; null for a new one. */
  readonly before: Cells | null;
  /** Of an edit the columns that changed, of a new row all; null for a deleted one. */
  readonly after: Cells | null;
}

export interface DecisionList {
  readonly decisions: readonly DecisionSchema[];
}

/** A decision of the application: what it takes and gives, and how it is written, for keys that may read that. */
export interface DecisionSchema {
  readonly name: string;
  readonly parameters: readonly ParameterSchema[];
  readonly outputs: readonly FieldSchema[];
  readonly description?: string;
  readonly written?: {
    readonly name: string;
    readonly kind: "formula" | "table" | "rules";
    readonly outputs: readonly string[];
    readonly rows: readonly {
      readonly row: number;
      readonly cells: readonly string[];
      readonly gives: readonly string[];
      readonly rule?: string;
    }[];
    readonly hasOtherwise: boolean;
    readonly hit?: string;
    readonly formula?: string;
    readonly inputs?: readonly string[];
    readonly otherwise?: readonly string[];
  };
}

export interface ParameterSchema {
  readonly name: string;
  readonly type: string;
  readonly json: JsonType;
  readonly required: boolean;
  readonly items?: JsonType;
  readonly fields?: readonly FieldSchema[];
  readonly values?: readonly Json[];
  readonly min?: Json;
  readonly max?: Json;
}

export interface FiredRow {
  readonly decision: string;
  /** From 1, in the order of the definition. */
  readonly row: number;
  readonly outputs: Cells;
  /** The name of a rule. */
  readonly rule?: string;
}

export interface FactError {
  readonly code: string;
  readonly message: string;
  /** A JSON pointer to the fact, such as `/customer/tier`. */
  readonly pointer?: string;
  readonly hint?: string;
  readonly row?: number;
  readonly column?: string;
  readonly key?: string;
  readonly start?: number;
  readonly end?: number;
}

export interface TriedRow {
  readonly row: number;
  readonly state: "fired" | "matched" | "not matched" | "not tried";
  /** Its conditions up to the first that was not TRUE, and their values. */
  readonly conditions: readonly { readonly source: string; readonly value?: Json }[];
  readonly rule?: string;
}

export interface Events {
  readonly events: readonly OutboxEvent[];
}

/** A webhook or a mail that a rule asked for: how far it is, and where it goes. Times are ISO 8601. */
export interface OutboxEvent {
  readonly id: string;
  readonly state: "waiting" | "delivered" | "failed" | "dropped";
  readonly rule: string;
  /** Requests that were sent since the event was last queued or sent again. */
  readonly attempts: number;
  readonly claims: number;
  readonly created: string;
  readonly table?: string;
  readonly key?: string;
  readonly change?: string;
  /** Of a webhook, as is `url`. */
  readonly method?: string;
  readonly url?: string;
  /** Of a mail, as is `subject`. */
  readonly to?: string;
  readonly subject?: string;
  /** When it is tried next, of an event that waits. */
  readonly due?: string;
  /** How the last attempt ended, such as `204 No Content`. */
  readonly lastAttempt?: string;
  /** The beginning of what the receiver answered to it. */
  readonly answer?: string;
  /** Why it is not delivered. */
  readonly error?: string;
}

/** What became of events that were to be sent again or given up. */
export interface ChangedEvents {
  /** Their ids. */
  readonly changed: readonly string[];
  /** Events that stayed as they were, with a sentence that says why. */
  readonly refused: readonly { readonly id: string; readonly reason: string }[];
}

/** What workflow rules did, and which of them run by the clock. */
export interface Runs {
  /** The newest first. */
  readonly runs: readonly RuleRun[];
  /** In the definition's order. */
  readonly schedules: readonly ScheduledRule[];
}

/** That a rule met a row, or was tried on one and did not. */
export interface RuleRun {
  /** The last one's is `before` of the next part. */
  readonly sequence: number;
  readonly id: string;
  readonly rule: string;
  readonly table: string;
  /** The key of the row as people read it; empty for a schedule that failed. */
  readonly key: string;
  /** What set it off. */
  readonly change: "add" | "edit" | "delete" | "schedule";
  readonly outcome: "Done" | "DepthReached" | "NotMet" | "Failed";
  /** How many rules set off one another before it. */
  readonly depth: number;
  /** ISO 8601. */
  readonly at: string;
  /** The ids of the events it queued. */
  readonly events: readonly string[];
  /** The part of the condition that was not TRUE, or the error of a schedule. */
  readonly reason?: string;
}

/** A rule that runs by the clock. */
export interface ScheduledRule {
  readonly rule: string;
  readonly table: string;
  /** A cron expression, or a name such as `@daily`. */
  readonly every: string;
  readonly timezone: string;
  /** Whether it runs only for the first of its rows. */
  readonly once: boolean;
}

/** What reads and changes what in an application. */
export interface Rules {
  /** In the definition's order, as are the formulas. */
  readonly rules: readonly WorkflowRule[];
  /** The columns that are computed or checked by rows of other tables. */
  readonly formulas: readonly {
    readonly table: string;
    readonly column: string;
    readonly reads: readonly string[];
  }[];
}

/** What changes run a workflow rule, which tables its condition reads, and what it does. */
export interface WorkflowRule {
  readonly rule: string;
  readonly table: string;
  /** Empty where a schedule says when it runs. */
  readonly on: readonly ("add" | "edit" | "delete")[];
  readonly reads: readonly string[];
  readonly steps: readonly RuleStep[];
  /** The slice of the table that it watches instead of all rows. */
  readonly slice?: string;
}

/** An action with the tables that it reads and those whose rows it changes, or a message to another program or a person. */
export type RuleStep =
  | {
      readonly kind: "action";
      readonly action: string;
      readonly reads: readonly string[];
      readonly writes: readonly string[];
    }
  | { readonly kind: "webhook" | "email" | "refuse" };

/** What came of the tests of a definition. */
export interface TestRun {
  readonly tests: readonly TestResult[];
  /** When they were run; missing where they were not since the server started. */
  readonly at?: string;
  readonly ok?: boolean;
  readonly milliseconds?: number;
  /** How many of the cases of the definition the tests show, and which they do not. */
  readonly coverage?: {
    readonly cases: number;
    readonly covered: number;
    readonly points: readonly {
      readonly member: string;
      readonly location: { readonly line?: number; readonly character?: number };
      readonly cases: readonly string[];
      readonly missing: readonly string[];
    }[];
  };
}

export interface TestResult {
  readonly name: string;
  readonly location: { readonly line?: number; readonly character?: number };
  readonly milliseconds: number;
  /** Empty where the test passes. */
  readonly failures: readonly {
    readonly location: { readonly line?: number; readonly character?: number };
    readonly message: string;
    readonly expected?: string;
    readonly actual?: string;
  }[];
  readonly file?: string;
}

/** A definition as it can be changed. */
export interface Definition {
  /** Of what is served now; every change says in which one it was made. */
  readonly version: string;
  /** The name of the file. */
  readonly file: string;
  readonly format: "yaml" | "json";
  /** Whether there are tests of the definition. */
  readonly tests: boolean;
  /** Whether there are recorded calls. */
  readonly history: boolean;
  readonly parts: readonly EditablePart[];
  /** The newest first. */
  readonly versions: readonly DefinitionVersion[];
}

export interface EditablePart {
  /** Where it is in the definition. */
  readonly path: readonly (string | number)[];
  /** Such as `formula`, `validIf`, `securityFilter`, `decision` or `rule`. */
  readonly kind: string;
  /** Whether the text is an expression; the others are YAML. */
  readonly isExpression: boolean;
  readonly text: string;
  /** In the file, from 1. */
  readonly line: number;
  readonly table?: string;
  readonly column?: string;
  readonly name?: string;
}

export interface DefinitionVersion {
  readonly version: string;
  readonly at: string;
  /** Missing where the file was changed. */
  readonly by?: { readonly user: string | null; readonly accessKey: string | null };
  readonly note?: string;
  /** The version that it replaced. */
  readonly before?: string;
}

/** What a change would come to; `tests`, `rows` and `calls` where they were asked for. */
export interface TriedDefinition {
  readonly valid: boolean;
  readonly diagnostics: readonly DefinitionFinding[];
  /** Which one it would be. */
  readonly version?: string;
  readonly tests?: Json;
  readonly rows?: Json;
  readonly calls?: Json;
}

export interface DefinitionFinding {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** Where it is in the definition. */
  readonly path?: readonly (string | number)[];
  /** Which of the edits it is in, from 0. */
  readonly edit?: number;
  /** Where it is in the text of the part, from 1. */
  readonly at?: { readonly line: number; readonly character: number };
  /** Of an expression: where it begins in that. */
  readonly start?: number;
  readonly end?: number;
  /** Where it is in the file, from 1. */
  readonly line?: number;
  readonly character?: number;
  /** Whether the present definition does not have it. */
  readonly isNew?: boolean;
  /** Facts that show what is meant. */
  readonly example?: Cells;
}

/** What a definition makes of the rows as they are now. */
export interface TriedRows {
  readonly tables: readonly {
    readonly table: string;
    readonly rows: number;
    /** Rows of which a computed value differs. */
    readonly differing: number;
    /** How many, by column. */
    readonly columns: Cells;
    /** Rows that are valid now and would not be. */
    readonly invalid: number;
    readonly examples: readonly { readonly key: string; readonly changes: Cells }[];
    readonly invalidExamples: readonly {
      readonly key: string;
      readonly errors: readonly {
        readonly code: string;
        readonly message: string;
        readonly column?: string;
      }[];
    }[];
  }[];
  /** Rows that were looked at. */
  readonly looked: number;
  /** Whether these were all. */
  readonly complete: boolean;
}

export interface SavedDefinition {
  readonly version: string;
  readonly before: string;
  readonly diagnostics: readonly DefinitionFinding[];
}
