import {
  type CellReads,
  type CheckedExpression,
  decidedFor,
  type ExpressionScope,
  evaluateAsTask,
  maskedColumn,
  memo,
  type RequestContext,
  readsOf,
  type ScopeColumn,
  type TableScope,
  type Task,
  type VirtualScopeColumn,
  withoutErrors,
} from "../../expression/parts.ts";
import type {
  AppDefinition,
  ColumnDefinition,
  TableDefinition,
  VirtualColumnDefinition,
} from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { BoundedCache } from "../../values/index.ts";
import type { Call, CallOrigin } from "../calls/call.ts";

/**
 * Which columns a caller may not read, by their `readIf`. Where it is decided by who calls, the column is `hidden`: it is as if
 * there were none. Where it depends on the row, it is `masked`: in what the caller writes, and in what is computed of the column
 * for them, a hidden cell is blank, and it is left out of answers. What the definition itself says reads all cells.
 */
export class ColumnRights {
  /** The same text for callers who may read the same. */
  readonly key: string;
  readonly #states: ReadonlyMap<ColumnDefinition, "hidden" | "masked">;
  readonly #tables: ReadonlyMap<string, TableDefinition>;
  #past: ColumnRights | undefined;

  constructor(
    key: string,
    tables: ReadonlyMap<string, TableDefinition>,
    states: ReadonlyMap<ColumnDefinition, "hidden" | "masked">,
  ) {
    this.key = key;
    this.#tables = tables;
    this.#states = states;
  }

  stateOf(column: ColumnDefinition): "hidden" | "masked" | undefined {
    return this.#states.get(column);
  }

  /** The condition on which a cell of the column is read; undefined where it does not depend on the row. */
  conditionOf(column: ColumnDefinition): CheckedExpression | undefined {
    return this.stateOf(column) === "masked" ? column.readIf : undefined;
  }

  /** What computes a virtual column of a table: of a masked one nothing is computed on rows whose cell is hidden. */
  formulaOf(column: VirtualColumnDefinition, { scope }: TableDefinition): CheckedExpression | undefined {
    const own = scope.columns.find(({ name }) => name === column.name);
    const isMasked = own !== undefined && this.stateOf(column) === "masked";
    return isMasked ? maskedOnce(column, own, scope).formula : column.formula;
  }

  /** Whether all stored cells of a table are read. */
  readsAll({ storedColumns }: Pick<TableDefinition, "storedColumns">): boolean {
    return storedColumns.every((column) => !this.#states.has(column));
  }

  /** Those that are not hidden, the same list each time. */
  readonly shown = memo((columns: readonly ColumnDefinition[]): readonly ColumnDefinition[] => {
    const isShown = (column: ColumnDefinition) => this.stateOf(column) !== "hidden";
    return columns.every(isShown) ? columns : columns.filter(isShown);
  });

  /**
   * The rights to rows as they were: a column whose cells are not all read now is hidden, since who could read a cell then may
   * have lost the right, and who may read it now may not have had it.
   */
  get past(): ColumnRights {
    const isPast = !this.key.includes("m");
    const hidden = [...this.#states.keys()].map((column) => [column, "hidden"] as const);
    this.#past ??= isPast
      ? this
      : new ColumnRights(this.key.replaceAll("m", "h"), this.#tables, new Map(hidden));
    return this.#past;
  }

  /** A scope without hidden columns, and with masked ones in the place of others. */
  within(scope: Pick<ExpressionScope, "tables" | "slices">): Pick<ExpressionScope, "tables" | "slices"> {
    const tables = new Map([...scope.tables].map(([name, table]) => [name, this.#narrowed(table)]));
    const slices = [...scope.slices].map(([name, slice]) => {
      const table =
        slice.table === scope.tables.get(slice.table.name) ? tables.get(slice.table.name) : undefined;
      return [name, { name, filter: slice.filter, table: table ?? this.#narrowed(slice.table) }] as const;
    });
    return { tables, slices: new Map(slices) };
  }

  #narrowed(scope: TableScope): TableScope {
    const table = this.#tables.get(scope.name);
    if (table === undefined || table.columns.every((column) => !this.#states.has(column))) return scope;
    const columns = scope.columns.flatMap((column): readonly ScopeColumn[] => {
      const definition = table.columns.find(({ name }) => name === column.name);
      const state = definition && this.stateOf(definition);
      if (definition === undefined || state === undefined) return [column];
      return state === "hidden" ? [] : [maskedOnce(definition, column, table.scope)];
    });
    return { ...scope, columns };
  }
}

/** One for each column, because what reads it is remembered with it. */
function maskedOnce(
  definition: ColumnDefinition,
  column: ScopeColumn,
  table: TableScope,
): VirtualScopeColumn {
  const existing =
    masked.get(definition) ?? maskedColumn(column, table, definition.readIf as CheckedExpression);
  masked.set(definition, existing);
  return existing;
}

const masked = new WeakMap<ColumnDefinition, VirtualScopeColumn>();

/** The rights of the call's caller; undefined where they may read every cell. */
export function columnRightsOf({
  app,
  caller,
  read: { asOf, filtering },
}: Pick<Call, "app" | "caller" | "read">): ColumnRights | undefined {
  const restricted = restrictedIn(app);
  if (restricted.length === 0 || caller.isOperator) return undefined;
  if (!rightsOf.has(caller)) rightsOf.set(caller, findRights(app, restricted, filtering));
  const rights = rightsOf.get(caller);
  return asOf === undefined ? rights : rights?.past;
}

const rightsOf = new WeakMap<CallOrigin, ColumnRights | undefined>();

type RestrictedColumn = ColumnDefinition & { readonly readIf: CheckedExpression };

const restrictedIn = memo(({ tables }: AppDefinition): readonly RestrictedColumn[] =>
  [...tables.values()].flatMap(({ columns }) =>
    columns.filter((column): column is RestrictedColumn => column.readIf !== undefined),
  ),
);

function findRights(
  app: AppDefinition,
  restricted: readonly RestrictedColumn[],
  context: RequestContext,
): ColumnRights | undefined {
  const states = new Map<ColumnDefinition, "hidden" | "masked">();
  let key = "";
  for (const column of restricted) {
    const isRead = decidedFor(column.readIf, context);
    if (isRead === true) key += "r";
    else {
      states.set(column, isRead === false ? "hidden" : "masked");
      key += isRead === false ? "h" : "m";
    }
  }
  if (states.size === 0) return undefined;
  return knownRights(app).getOrMake(key, () => new ColumnRights(key, app.tables, states));
}

/** One for each kind of caller, because what was checked for it is remembered with it. */
const knownRights = memo((_: AppDefinition) => new BoundedCache<string, ColumnRights>(MOST_KINDS));

/** Callers choose settings, on which a condition may depend. */
const MOST_KINDS = 64;

/** Of columns whose cells are not all read: whether the caller may not read the cell of each of the rows. */
export type HiddenCells = ReadonlyMap<ColumnDefinition, readonly boolean[]>;

/**
 * Of the columns among these that the caller may not read whole, on which of the rows their cell is hidden. A condition that ends in an error hides
 * it; what runs out of a limit is thrown.
 */
export function* hiddenCells(
  call: Call,
  columns: readonly ColumnDefinition[],
  rows: readonly Row[],
): Task<HiddenCells> {
  const rights = columnRightsOf(call);
  if (rights === undefined) return new Map();
  const { context } = call.read;
  const hidden = new Map<ColumnDefinition, readonly boolean[]>();
  for (const column of columns) {
    if (rights.stateOf(column) === "hidden")
      hidden.set(
        column,
        rows.map(() => true),
      );
    const readIf = rights.conditionOf(column);
    if (readIf === undefined) continue;
    const condition = withoutErrors(readIf);
    const ofRows: boolean[] = [];
    for (const row of rows) {
      const isRead = (yield* evaluateAsTask(condition, row, context)) === true;
      call.observations?.evaluates(readIf, isRead);
      ofRows.push(!isRead);
      if (context.meter.timeSlice.isOver) yield;
    }
    hidden.set(column, ofRows);
  }
  return hidden;
}

/** Notes which columns of a row that is answered its caller reads and does not read, whatever the row, where a program observes it. */
export function observeRights(call: Call, columns: readonly ColumnDefinition[]): void {
  const { app, table, observations } = call;
  if (observations === undefined) return;
  const rights = columnRightsOf(call);
  for (const column of restrictedIn(app)) {
    const state = rights?.stateOf(column);
    const isRead = state === undefined && columns.includes(column);
    if (isRead || (state === "hidden" && table.columns.includes(column)))
      observations.evaluates(column.readIf, isRead);
  }
}

/** Whether an expression, about a row of the table where it is about one, reads a column of which the caller may not read every cell. */
export function readsHidden(
  call: Pick<Call, "app" | "caller" | "read">,
  table: TableDefinition | undefined,
  expression: CheckedExpression,
): boolean {
  const rights = columnRightsOf(call);
  if (rights === undefined) return false;
  const { row, before, tables } = readsOf(expression);
  const ofRow =
    table === undefined ? [] : ([row, before].map((reads) => [table.name, reads]) as [string, CellReads][]);
  return [...ofRow, ...tables].some(([name, { cells }]) =>
    call.app.tables
      .get(name)
      ?.storedColumns.some((column) => rights.stateOf(column) !== undefined && cells.has(column.index)),
  );
}
