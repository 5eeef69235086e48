import { diagnose } from "../../diagnostics/index.ts";
import type { Steps } from "../../expression/parts.ts";
import type { TableDefinition } from "../../schema/index.ts";
import {
  type AddedColumns,
  type Key,
  MigrationRefused,
  type Opening,
  type Row,
  type WriteTransaction,
} from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { makeCall } from "../calls/prepare/make-call.ts";
import type { CallSettings } from "../calls/prepare/prepare-call.ts";
import { evaluateCell } from "../cells/evaluate-cell.ts";
import { toStoredValue } from "../cells/to-stored-value.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import { type FilledColumn, formulaColumns, initialColumns } from "./filled-columns.ts";

/**
 * Gives the rows of tables their values in columns that are added: initial values where a value is required, then those of
 * formulas. It is the doing of the application, at one instant, without a budget. `fill` gives them to every row or none.
 */
export function fillColumns(settings: CallSettings): Required<Pick<Opening, "fill" | "fillInParts">> {
  const unbounded = atOneInstant({ ...settings, limits: UNBOUNDED });
  const stepsOf = (kind: Kind, added: readonly AddedColumns[]): readonly FillStep[] =>
    added.flatMap(({ table: name, columns }) => {
      const table = settings.definition.tables.get(name);
      const filled = table === undefined ? [] : KINDS[kind](table, columns);
      return table === undefined || filled.length === 0 ? [] : [{ table, columns: filled }];
    });
  const wordsOf = ({ table, columns }: FillStep): AddedColumns => ({
    table: table.name,
    columns: columns.map(({ column }) => column.name),
  });

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
      steps: (added) => [...stepsOf("initial", added), ...stepsOf("formula", added)].map(wordsOf),
      fillRows: async (transaction, step, rows) => {
        const [initial] = stepsOf("initial", [step]);
        const filled = initial === undefined ? stepsOf("formula", [step])[0] : initial;
        return filled === undefined ? [] : saveFilled(unbounded, transaction, filled, rows);
      },
    },
  };
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
  step: FillStep,
): Promise<readonly string[]> {
  const { table } = step;
  const refusals: string[] = [];
  const keys = await keysOf(await callOn(settings, table), transaction);
  for (let start = 0; start < keys.length; start += ROWS_AT_ONCE) {
    const stored = await transaction.getByKeys(table.name, keys.slice(start, start + ROWS_AT_ONCE));
    const rows = stored.filter((row) => row !== undefined);
    for (const refusal of await saveFilled(settings, transaction, step, rows)) refusals.push(refusal);
  }
  return refusals;
}

async function saveFilled(
  settings: CallSettings,
  transaction: WriteTransaction,
  { table, columns }: FillStep,
  rows: readonly Row[],
): Promise<readonly string[]> {
  const call = await callOn(settings, table);
  const filled = await batchLoad(call, transaction, () => fillRows(call, columns, rows));
  if (filled.refusals.length === 0) await transaction.update(table.name, filled.rows);
  return filled.refusals;
}

/** An Edit of the owner, who is named in no call. */
async function callOn(settings: CallSettings, table: TableDefinition): Promise<Call> {
  const request = { action: "Edit", table: table.name, caller: "owner" } as const;
  const { output } = await makeCall(settings, { table, slice: undefined }, request, "Edit");
  if (output === undefined) throw new Error("A call without properties was refused.");
  return output;
}

async function keysOf({ table, request }: Call, transaction: WriteTransaction): Promise<readonly Key[]> {
  const keys: Key[] = [];
  const { batches } = await transaction.find({
    table: table.name,
    conditions: [],
    order: [],
    context: request,
  });
  for await (const batch of batches) for (const row of batch) keys.push(keyOfRow(table, row));
  return keys;
}

interface FilledRows {
  readonly rows: readonly Row[];
  readonly refusals: readonly string[];
}

function* fillRows(call: Call, columns: readonly FilledColumn[], rows: readonly Row[]): Steps<FilledRows> {
  const refusals: string[] = [];
  const filled: Row[] = [];
  for (const row of rows) {
    const values = [...row];
    for (const filling of columns) {
      const { column, expression } = filling;
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
  { request }: Call,
  { column, expression }: FilledColumn,
  value: Value,
): string | undefined {
  const { columnType, options, required } = column;
  if (value === null && required) {
    const what = expression === column.initialValue ? "initial value" : "formula";
    return `its ${what} is blank, and a value is required.`;
  }
  const [error] = columnType.check(value, { locale: request.locale, options });
  return error && diagnose(error.code, error.details as never).message;
}

/** Rows whose values are computed, and the rows of other tables read for them, together. */
const ROWS_AT_ONCE = 1_000;
