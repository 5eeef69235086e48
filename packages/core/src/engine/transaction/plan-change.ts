import { type CheckedExpression, memo } from "../../expression/parts.ts";
import type {
  ActionDefinition,
  AppDefinition,
  ColumnDefinition,
  RuleDefinition,
  TableDefinition,
  UpdateMode,
} from "../../schema/index.ts";
import type { WriteUse } from "../../storage/index.ts";
import { actionNamed } from "../actions/inputs-of-action.ts";
import type { Call, CallAnswer, ChangeTerms } from "../calls/call.ts";
import { readsOtherTables } from "../visibility/filtered-plan.ts";

/** What a call that changes rows leads to, known before it begins. Running and tracing use this one plan. */
export interface ChangePlan {
  /** The kinds of change that it may make itself, by table; those of the actions that it runs included, of rules not. */
  readonly modes: ReadonlyMap<TableDefinition, ReadonlySet<UpdateMode>>;
  /** What it needs of the store. */
  readonly use: Pick<WriteUse, "exclusive" | "batch">;
}

/** What is known of a change before it begins. */
export interface AwaitedChange extends Pick<Call, "app" | "table" | "slice"> {
  readonly change: ChangeTerms;
  readonly answer: Pick<CallAnswer, "forms">;
}

/** Plans an Add, an Edit, a Delete, a load, an undo, the call of an action, or a run of a rule by the clock. */
export function planChange(
  awaited: AwaitedChange,
  does: UpdateMode | "load" | "undo" | ActionDefinition | RuleDefinition,
): ChangePlan {
  const { app, table, change } = awaited;
  // The journal has what an undo changes back.
  if (does === "undo") return { modes: new Map(), use: { exclusive: true } };
  if (typeof does === "object" && "steps" in does) {
    const names = does.steps.flatMap((step) => (step.kind === "action" ? [step.action] : []));
    return {
      modes: modesOf(
        app,
        names.map((name) => actionNamed(app, name)),
      ),
      use: {},
    };
  }
  if (typeof does === "object")
    return {
      modes: modesOf(app, [does]),
      use: { batch: isOnlyUpdate(awaited, does) ? "update" : undefined },
    };
  if (does === "edit") {
    const batch = isOnlyUpdate(awaited) ? "update" : undefined;
    return { modes: new Map([[table, new Set(["edit"])]]), use: { batch } };
  }
  if (does === "delete") return { modes: new Map([[table, new Set(["delete"])]]), use: {} };
  const modes = new Map([[table, new Set<UpdateMode>(change.updatesDuplicates ? ["add", "edit"] : ["add"])]]);
  // Writers beside a load would meet it at its many rows, and each of its parts would run again.
  if (does === "load") return { modes, use: { exclusive: true } };
  const isOnlyInsert = !change.updatesDuplicates && isAboutItsRows(awaited, "add");
  // Calls that give the next numbers of one column would all be in each other's way.
  const exclusive = table.autoNumbered.length > 0;
  return { modes, use: { exclusive, batch: isOnlyInsert ? "insert" : undefined } };
}

/** The changes that actions lead to, by table; those of the actions that they run included. */
function modesOf(app: AppDefinition, actions: readonly ActionDefinition[]): ChangePlan["modes"] {
  const modes = new Map<TableDefinition, Set<UpdateMode>>();
  const reached = new Set(actions);
  const need = (table: TableDefinition, mode: UpdateMode) =>
    modes.set(table, (modes.get(table) ?? new Set()).add(mode));
  for (const { table, effect } of reached) {
    if (effect.kind === "set") need(table, "edit");
    if (effect.kind === "deleteRow") need(table, "delete");
    if (effect.kind === "addRow") need(effect.table, "add");
    if (effect.kind === "onRows") reached.add(actionNamed(app, effect.action));
    if (effect.kind === "run") for (const name of effect.actions) reached.add(actionNamed(app, name));
  }
  return modes;
}

/**
 * Whether an Edit, or an action, asks nothing of the store but to read its rows by their keys and to update them, and its
 * answer is the rows as they were written.
 */
function isOnlyUpdate(awaited: AwaitedChange, action?: ActionDefinition): boolean {
  const { table, slice } = awaited;
  const expressions = [table.securityFilter, slice?.filter, action?.condition];
  if (action === undefined) return isAboutItsRows(awaited, "edit", expressions);
  const { effect } = action;
  if (effect.kind !== "set" || action.table !== table) return false;
  return isAboutItsRows(awaited, "edit", [...expressions, ...effect.set.map(({ value }) => value)]);
}

/**
 * Whether a change asks the store only for its own rows: no other rows are read by its columns or by these
 * expressions, no rule or journal follows it, and nothing is evaluated after the write.
 */
function isAboutItsRows(
  { app, table, slice, change, answer }: AwaitedChange,
  mode: UpdateMode,
  expressions: readonly (CheckedExpression | undefined)[] = [],
): boolean {
  if (change.once !== undefined || answer.forms || table.withCheck || table.history !== undefined)
    return false;
  for (const rule of app.rules.values()) if (rule.table === table && rule.on.has(mode)) return false;
  const others = [table.updatesExpression, slice?.updatesExpression, ...expressions];
  return !others.some(readsOthers) && isForItself(table);
}

/** Whether every column is written with its row; found once for each table. */
const isForItself = memo(({ columns }: TableDefinition) => columns.every(isOfItsRow));

/** Whether a column is written with its row, by what the row itself says. */
function isOfItsRow(column: ColumnDefinition): boolean {
  if (column.isVirtual || column.options.enforce || column.options.autoNumber) return false;
  const { initialValue, formula, requiredIf, validIf, invalidMessage } = column;
  return ![initialValue, formula, requiredIf, validIf, invalidMessage].some(readsOthers);
}

function readsOthers(expression: CheckedExpression | undefined): boolean {
  return expression !== undefined && readsOtherTables(expression);
}
