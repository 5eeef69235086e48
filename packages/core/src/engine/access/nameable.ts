import { type Diagnostic, diagnose, type Outcome, suggest } from "../../diagnostics/index.ts";
import { type ExpressionScope, findName, memo, type TableScope } from "../../expression/parts.ts";
import type {
  AppDefinition,
  ColumnDefinition,
  RuleDefinition,
  SliceDefinition,
  StoredColumnDefinition,
  TableDefinition,
} from "../../schema/index.ts";
import { BoundedCache } from "../../values/index.ts";
import type { Call, ShownColumns } from "../calls/call.ts";
import type { EngineRequest, Nameable } from "../calls/request.ts";
import { isSameValue } from "../cells/evaluate-cell.ts";
import type { DraftRow } from "../stages/rows.ts";
import { type ColumnRights, columnRightsOf } from "./column-rights.ts";

/** What the path of a call names: a table, or a slice and its table. */
export interface CallTarget {
  readonly table: TableDefinition;
  readonly slice: SliceDefinition | undefined;
}

/**
 * The table or slice of a name; tables and slices share no names. One that the caller may not name is answered exactly as one that
 * there is not.
 */
export function findTarget(
  { tables, slices }: AppDefinition,
  name: string,
  nameable?: Nameable,
): Outcome<CallTarget> {
  const exact = tables.get(name);
  if (exact !== undefined && isNameable({ nameable }, name))
    return { output: { table: exact, slice: undefined }, diagnostics: [] };
  const own = [...tables.values(), ...slices.values()].filter((one) => isNameable({ nameable }, one.name));
  const { match } = findName(own, name);
  const slice = slices.get(match?.name ?? "");
  const table = slice?.table ?? tables.get(match?.name ?? "");
  if (table !== undefined) return { output: { table, slice }, diagnostics: [] };
  const names = own.map((one) => one.name);
  const error = diagnose("table/not-found", { name, suggestion: suggest(name, names) });
  return { output: undefined, diagnostics: [error] };
}

/** What a caller may know the names of, as a call or a request says it. */
type KnownNames = Pick<EngineRequest, "nameable">;

/** Whether the caller may read rows that were there before the call: the right to change rows does not include it. */
export function mayFind({ nameable }: KnownNames): boolean {
  return nameable?.action("Find") ?? true;
}

/** Whether an error may name a table or slice to the caller. */
export function isNameable({ nameable }: KnownNames, name: string): boolean {
  return nameable?.table(name) ?? true;
}

/**
 * Whether the caller may know of a rule: one that watches a table or slice that they may name. There is none any more for a rule that
 * the definition had once.
 */
export function isNameableRule(caller: KnownNames, rule: RuleDefinition | undefined): boolean {
  if (caller.nameable === undefined) return true;
  return rule !== undefined && isNameable(caller, (rule.slice ?? rule.table).name);
}

/** Whether the caller may know of an action by its name: an operation, or one that they may call on a table or slice. */
export function isNameableAction(
  { caller: { nameable }, app }: Pick<Call, "caller" | "app">,
  name: string,
): boolean {
  if (nameable === undefined || OPERATIONS.has(name)) return true;
  const table = app.actions.get(name)?.table;
  if (table === undefined || !nameable.action(name)) return false;
  const slices = [...app.slices.values()].filter((slice) => slice.table === table);
  return [table, ...slices].some((one) => nameable.table(one.name));
}

/** What the journal names besides actions of the definition. */
const OPERATIONS: ReadonlySet<string> = new Set(["Add", "Edit", "Delete", "Undo", "Load", "Schedule"]);

/**
 * The columns of a table or slice as far as the caller may know them, the same list each time: without those that were added for
 * the Refs of a table that they may not name, and those that are hidden by the rights. A column that the definition declares is
 * shown whatever it reads.
 */
export function nameableColumns(
  caller: KnownNames,
  target: TableDefinition | SliceDefinition,
  rights?: ColumnRights,
): readonly ColumnDefinition[] {
  const { columns: all } = target;
  const columns = caller.nameable === undefined ? all : columnsReached(caller.nameable)(all);
  return rights === undefined ? columns : rights.shown(columns);
}

const columnsReached = memo((nameable: Nameable) => {
  const isKnown = (column: ColumnDefinition) =>
    !column.isVirtual || column.addedFor === undefined || nameable.table(column.addedFor);
  return memo((columns: readonly ColumnDefinition[]): readonly ColumnDefinition[] =>
    columns.every(isKnown) ? columns : columns.filter(isKnown),
  );
});

/**
 * What expressions that the caller wrote may name. What a caller may not reach is not there at all: no name of it resolves,
 * no Ref to it is followed, and an error is the same as for a name that there is not. The definition's own formulas, which
 * were checked when it was loaded, read what they like.
 */
export function callersScope(call: Call): ExpressionScope {
  const {
    app,
    caller: { nameable },
    read: {
      context: { locale },
    },
  } = call;
  const rights = columnRightsOf(call);
  if (nameable === undefined && rights === undefined && locale === app.locale) return app.scope;
  return scopesFor(nameable ?? app)(app).getOrMake(`${locale} ${rights?.key ?? ""}`, () => {
    const own = { ...app.scope, locale };
    const scope = nameable === undefined ? own : { ...own, ...reachedBy(nameable, app) };
    return rights === undefined ? scope : { ...scope, ...rights.within(scope) };
  });
}

/** One scope a Locale and kind of caller, because what was checked against a scope is remembered with it. */
const scopesFor = memo((_: object) =>
  memo((_: AppDefinition) => new BoundedCache<string, ExpressionScope>(MOST_SCOPES)),
);

/** Callers name Locales, and with each scope come the expressions that were checked against it. */
const MOST_SCOPES = 16;

function reachedBy(
  nameable: Nameable,
  { tables, slices, scope: { functions } }: AppDefinition,
): Pick<ExpressionScope, "tables" | "slices" | "functions" | "isVisible"> {
  const isVisible = (name: string) => nameable.table(name);
  const own = [...tables.values()].filter(({ name }) => isVisible(name));
  const reached = new Map(own.map((table) => [table.name, narrowed(nameable, table, table.scope)]));
  return {
    tables: reached,
    slices: new Map(
      [...slices.values()]
        .filter(({ name }) => isVisible(name))
        .map((slice) => {
          const table = reached.get(slice.table.name) ?? narrowed(nameable, slice, slice.scope.table);
          const { filter } = slice.scope; // by a getter, which a copy does not have
          return [slice.name, { name: slice.name, table, filter }];
        }),
    ),
    // A caller chooses the arguments, so a function reads for him what he may not name.
    functions: new Map(
      [...functions].filter(([, { tables: read }]) =>
        [...(read?.() ?? [])].every((name) => reached.has(name)),
      ),
    ),
    isVisible,
  };
}

/** Of a table what the caller may know; of a slice whose table is out of reach its own columns are all there is of the rows. */
function narrowed(
  nameable: Nameable,
  target: TableDefinition | SliceDefinition,
  scope: TableScope,
): TableScope {
  const shown = new Set(nameableColumns({ nameable }, target).map(({ name }) => name));
  const columns = scope.columns.filter(({ name }) => shown.has(name));
  return columns.length === scope.columns.length ? scope : { ...scope, columns };
}

/** What the call answers of a row: what it names, else all columns of its table or slice that its caller may know, which is then the same object each time. */
export function shownColumns(call: Call): ShownColumns {
  if (call.answer.shown !== undefined) return call.answer.shown;
  const { table, slice } = call;
  const columns = nameableColumns(call.caller, slice ?? table, columnRightsOf(call));
  const all = allColumns.get(columns) ?? { columns, rowNumber: true, computedKey: table.key.length > 1 };
  allColumns.set(columns, all);
  return all;
}

const allColumns = new WeakMap<readonly ColumnDefinition[], ShownColumns>();

/** The call as it answers stored rows: with their keys only, where its caller may not find rows. */
export function answeringStored(call: Call): Call {
  if (mayFind(call.caller)) return call;
  const {
    table,
    answer: { version },
  } = call;
  const shown = keyOnly(table);
  return {
    ...call,
    answer: { ...call.answer, shown, version: { ...version, isAnswered: false }, forms: false },
  };
}

/** The members of a row that name it. */
export function keyOnly({ columns, key }: TableDefinition): ShownColumns {
  const named = columns.filter((column) => key.some((part) => part.name === column.name));
  return { columns: named, rowNumber: false, computedKey: key.length > 1 };
}

/**
 * The errors of a value as the caller may read them. Of a row that they may not find they read what they sent, and of every
 * other value no more than its column: a message may hold it, or what a formula made of the rest of the row.
 */
export function readableErrors(
  call: Call,
  column: StoredColumnDefinition,
  row: Pick<DraftRow, "position" | "before" | "values" | "sent">,
  all: readonly Diagnostic[],
): readonly Diagnostic[] {
  const errors = errorsByRights(call, column, row, all);
  if (errors.length === 0 || mayFind(call.caller)) return errors;
  const isSent = !call.change.isRuleWrite && (call.action === "Add" || call.action === "Edit");
  if (isSent && row.before === undefined) return errors;
  const { name, index, formula } = column;
  const isOwn =
    isSent && formula === undefined && !isSameValue(row.values[index] ?? null, row.before?.[index] ?? null);
  const told = errors.filter(({ code }) => isOwn && code !== "rule/valid-if");
  if (told.length === errors.length) return errors;
  return [...told, diagnose("rule/concealed", { column: name }, { row: row.position, column: name })];
}

/** The errors of a value that the caller did not send, as far as they may read its column. */
export function errorsByRights(
  call: Call,
  column: ColumnDefinition,
  { position: row, sent }: Pick<DraftRow, "position" | "sent">,
  errors: readonly Diagnostic[],
): readonly Diagnostic[] {
  const state = errors.length === 0 ? undefined : columnRightsOf(call)?.stateOf(column);
  const isSent = !column.isVirtual && sent?.[column.index] !== undefined;
  if (state === undefined || isSent) return errors;
  const place = state === "hidden" ? {} : { column: column.name };
  return [diagnose("rule/concealed", { ...place, reads: "who may read the column" }, { row, ...place })];
}
