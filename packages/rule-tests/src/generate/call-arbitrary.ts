import type {
  ActionDefinition,
  AppDefinition,
  StoredColumnDefinition,
  TableDefinition,
} from "@tablewright/core";
import fc from "fast-check";
import { cellArbitrary, type GeneratedCell } from "./cell-arbitrary.ts";

/** A call before it is known which rows there are: numbers choose among them, counted round. */
export interface GeneratedCall {
  readonly table: string;
  readonly action: string;
  readonly user: number;
  /** The row that it is about; not of an Add. */
  readonly row: number;
  readonly cells: Readonly<Record<string, GeneratedCell>>;
  readonly inputs: Readonly<Record<string, GeneratedCell>>;
}

/** Calls of a definition on all of its tables: additions, edits, deletions and its actions. */
export function callArbitrary(app: AppDefinition): fc.Arbitrary<GeneratedCall> {
  const calls = [...app.tables.values()].flatMap((table) => {
    const own = [...app.actions.values()].filter((action) => action.table === table);
    const others = table.storedColumns.filter((column) => !table.key.includes(column));
    return [
      { weight: 3, arbitrary: callOf(table, "Add", cellsOf(table, table.storedColumns, "needed")) },
      { weight: 3, arbitrary: callOf(table, "Edit", cellsOf(table, others)) },
      { weight: 1, arbitrary: callOf(table, "Delete") },
      ...own.map((action) => ({
        weight: 2,
        arbitrary: callOf(table, action.name, NONE, inputs(app, action)),
      })),
    ];
  });
  return fc.oneof(...calls);
}

type Cells = fc.Arbitrary<Readonly<Record<string, GeneratedCell>>>;

const NONE: Cells = fc.constant({});

function callOf(
  { name }: TableDefinition,
  action: string,
  cells = NONE,
  given = NONE,
): fc.Arbitrary<GeneratedCall> {
  return fc.record({
    table: fc.constant(name),
    action: fc.constant(action),
    user: fc.nat(15),
    row: fc.nat(31),
    cells,
    inputs: given,
  });
}

/** `needed`: with what an Add is refused without. */
function cellsOf(
  { key }: TableDefinition,
  columns: readonly StoredColumnDefinition[],
  needed?: "needed",
): Cells {
  const writable = columns.filter(isWritable);
  const isNeeded = (column: StoredColumnDefinition) =>
    (column.required || key.includes(column)) && column.initialValue === undefined;
  const requiredKeys = needed === undefined ? [] : writable.filter(isNeeded).map(({ name }) => name);
  const cells = Object.fromEntries(writable.map((column) => [column.name, cellArbitrary(column)]));
  return fc.record<Record<string, GeneratedCell>, string>(cells, { requiredKeys });
}

function isWritable({ formula, columnType, options }: StoredColumnDefinition): boolean {
  return formula === undefined && columnType.isWritable && !options.readOnly;
}

/** An input that is called like a column of the table gets cells of that column, any other a number. */
function inputs(app: AppDefinition, action: ActionDefinition): Cells {
  const named = inputsOf(app, action).map((name) => {
    const column = action.table.columns.find((one) => one.name === name);
    const number = fc.nat(100).map((cell): GeneratedCell => ({ cell }));
    return [name, column === undefined ? number : cellArbitrary(column)] as const;
  });
  return fc.record<Record<string, GeneratedCell>>(Object.fromEntries(named));
}

/** The names of the inputs that an action reads, and of those that it runs. */
function inputsOf(
  { actions }: Pick<AppDefinition, "actions">,
  { condition, effect }: ActionDefinition,
): readonly string[] {
  const set = effect.kind === "set" || effect.kind === "addRow" ? effect.set : [];
  const sources = [condition?.source ?? "", ...set.map(({ value }) => value.source)];
  const own = sources.flatMap((source) =>
    [...source.matchAll(/\bINPUT\(\s*"([^"]+)"/gi)].map(([, name = ""]) => name),
  );
  const run = effect.kind === "run" ? effect.actions : effect.kind === "onRows" ? [effect.action] : [];
  const others = run.flatMap((name) => {
    const action = actions.get(name);
    return action === undefined ? [] : inputsOf({ actions }, action);
  });
  return [...new Set([...own, ...others])];
}
