import { diagnose } from "../../diagnostics/index.ts";
import type { CheckedExpression, Task } from "../../expression/parts.ts";
import type { AppDefinition, StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import {
  type AddedColumns,
  type Key,
  MigrationRefused,
  type Opening,
  type PartwiseFilling,
  type Row,
  type WriteTransaction,
} from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { batchLoad } from "../batch-loading/batch-loaded-tables.ts";
import type { Call } from "../calls/call.ts";
import type { CallSettings } from "../calls/engine-options.ts";
import { makeCall } from "../calls/prepare/prepare-call.ts";
import { evaluateCell, toStoredValue } from "../cells/evaluate-cell.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";

/**
 * Gives the rows of tables their values in columns that are added: initial values where a value is required, then those of
 * formulas. It is the doing of the application, at one instant, without a budget. `fill` gives them to every row or none.
 */
export function fillColumns(settings: CallSettings): Required<Pick<Opening, "fill" | "fillInParts">> {
  const { definition, services } = settings;
  const unbounded = atOneInstant({ ...settings, limits: UNBOUNDED });
  const stepsOf = fillingStepsOf(definition);

  return {
    fill: async (transaction, added) => {
      for (const kind of ["initial", "formula"] as const) {
        const refusals: string[] = [];
        for (const step of stepsOf(kind, added))
          for (const refusal of await fillTable(unbounded, transaction, step)) refusals.push(refusal);
        if (refusals.length > 0) throw MigrationRefused.ofRows(refusals);
      }
    },

    fillInParts: {
      steps: fillingSteps(definition),
      fillRows: async (transaction, step, rows) => {
        const [initial] = stepsOf("initial", [step]);
        const filled = initial === undefined ? stepsOf("formula", [step])[0] : initial;
        if (filled === undefined) return [];
        return saveFilled(await callOn(unbounded, filled.table), transaction, filled.columns, rows);
      },
      report: (table, refusals) =>
        services.log?.({
          level: "warning",
          message:
            "Rows that a server with an older definition has changed cannot be filled; tablewright migrate --refill tells why.",
          details: { app: definition.id, table, rows: refusals },
        }),
    },
  };
}

/** What of added columns a definition fills, one step after the other. */
export function fillingSteps(definition: AppDefinition): PartwiseFilling["steps"] {
  const stepsOf = fillingStepsOf(definition);
  return (added) =>
    [...stepsOf("initial", added), ...stepsOf("formula", added)].map(({ table, columns }) => ({
      table: table.name,
      columns: columns.map(({ column }) => column.name),
    }));
}

function fillingStepsOf({ tables }: AppDefinition) {
  return (kind: Kind, added: readonly AddedColumns[]): readonly FillStep[] =>
    added.flatMap(({ table: name, columns }) => {
      const table = tables.get(name);
      const filled = table === undefined ? [] : KINDS[kind](table, columns);
      return table === undefined || filled.length === 0 ? [] : [{ table, columns: filled }];
    });
}

type Kind = "initial" | "formula";

/** Each column is in one step. */
const KINDS = {
  initial: (table: TableDefinition, names: readonly string[]) =>
    initialColumns(table, names).filter(({ column }) => column.formula === undefined),
  formula: formulaColumns,
} as const;

/** The columns of a table that are filled together. */
interface FillStep {
  readonly table: TableDefinition;
  readonly columns: readonly FilledColumn[];
}

const UNBOUNDED = { fuel: Number.POSITIVE_INFINITY };

/** The instant is that of the first call. */
function atOneInstant(settings: CallSettings): CallSettings {
  const { services } = settings;
  let instant: ReturnType<typeof services.now> | undefined;
  const now = () => {
    instant ??= services.now();
    return instant;
  };
  return { ...settings, services: { ...services, now } };
}

async function fillTable(
  settings: CallSettings,
  transaction: WriteTransaction,
  { table, columns }: FillStep,
): Promise<readonly string[]> {
  const refusals: string[] = [];
  const keys = await keysOf(await callOn(settings, table), transaction);
  for (let start = 0; start < keys.length; start += ROWS_AT_ONCE) {
    const stored = await transaction.getByKeys(table.name, keys.slice(start, start + ROWS_AT_ONCE));
    const rows = stored.filter((row) => row !== undefined);
    for (const refusal of await saveFilled(await callOn(settings, table), transaction, columns, rows))
      refusals.push(refusal);
  }
  return refusals;
}

/** An Edit of the owner, who is named in no call. */
async function callOn(settings: CallSettings, table: TableDefinition): Promise<Call> {
  const request = { action: "Edit", table: table.name, caller: "owner" } as const;
  const { output } = await makeCall(settings, { table, slice: undefined }, request, "Edit");
  if (output === undefined) throw new Error("A call without properties was refused.");
  return output;
}

async function keysOf(
  { table, read: { context } }: Call,
  transaction: WriteTransaction,
): Promise<readonly Key[]> {
  const keys: Key[] = [];
  const { batches } = await transaction.find({
    table: table.name,
    conditions: [],
    order: [],
    context,
  });
  for await (const batch of batches) for (const row of batch) keys.push(keyOfRow(table, row));
  return keys;
}

/** Rows whose values are computed, and the rows of other tables read for them, together. */
const ROWS_AT_ONCE = 1_000;

/**
 * Writes rows of the call's table with their values in columns that are filled together: an initial value only where there is none.
 * Returns why not, of each value that cannot be.
 */
async function saveFilled(
  call: Call,
  transaction: WriteTransaction,
  columns: readonly FilledColumn[],
  rows: readonly Row[],
): Promise<readonly string[]> {
  const filled = await batchLoad(call, transaction, () => fillRows(call, columns, rows));
  if (filled.refusals.length === 0) await transaction.update(call.table.name, filled.rows);
  return filled.refusals;
}

interface FilledRows {
  readonly rows: readonly Row[];
  readonly refusals: readonly string[];
}

function* fillRows(call: Call, columns: readonly FilledColumn[], rows: readonly Row[]): Task<FilledRows> {
  const refusals: string[] = [];
  const filled: Row[] = [];
  for (const row of rows) {
    const values = [...row];
    for (const filling of columns) {
      const { column, expression } = filling;
      if (expression === column.initialValue && values[column.index] !== null) continue;
      const { output, diagnostics } = yield* evaluateCell(call, expression, values, row, {});
      const value = toStoredValue(output ?? null, column.type);
      values[column.index] = value;
      const reason = diagnostics[0]?.message ?? reasonAgainst(call, filling, value);
      if (reason !== undefined) refusals.push(refusalFor(call.table, column.name, row, reason));
    }
    filled.push(values);
  }
  return { rows: filled, refusals };
}

function refusalFor(table: TableDefinition, column: string, row: Row, reason: string): string {
  const key = JSON.stringify(writeKey(table, keyOfRow(table, row)));
  return `Column "${column}" of table "${table.name}" cannot be filled in the row ${key}: ${reason}`;
}

/** What is wrong with a value; the other rules are tried when the row is saved. */
function reasonAgainst(
  { read: { context } }: Call,
  { column, expression }: FilledColumn,
  value: Value,
): string | undefined {
  const { columnType, options, required } = column;
  if (value === null && required) {
    const what = expression === column.initialValue ? "initial value" : "formula";
    return `its ${what} is blank, and a value is required.`;
  }
  const [error] = columnType.check(value, { locale: context.locale, options });
  return error && diagnose(error.code, error.details as never).message;
}

/** A column that rows get a value in when it is added to their table. */
interface FilledColumn {
  readonly column: StoredColumnDefinition;
  readonly expression: CheckedExpression;
}

/** Of the columns of these names, those that must have a value and have an initial one. */
export function initialColumns(
  { storedColumns }: TableDefinition,
  names: readonly string[],
): readonly FilledColumn[] {
  return storedColumns.flatMap((column) => {
    const { name, required, initialValue } = column;
    const isFilled = required && initialValue !== undefined && names.includes(name);
    return isFilled ? [{ column, expression: initialValue }] : [];
  });
}

/** Of the columns of these names, those that are computed and stored, each after those it reads. */
export function formulaColumns(
  { formulaOrder }: TableDefinition,
  names: readonly string[],
): readonly FilledColumn[] {
  return formulaOrder.flatMap((column) => {
    const { name, formula } = column;
    return !column.isVirtual && formula !== undefined && names.includes(name)
      ? [{ column, expression: formula }]
      : [];
  });
}
