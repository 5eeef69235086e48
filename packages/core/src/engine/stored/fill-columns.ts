import type { AppDefinition, TableDefinition } from "../../schema/index.ts";
import {
  type AddedColumns,
  type Key,
  MigrationRefused,
  type Opening,
  type PartwiseFilling,
  type WriteTransaction,
} from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import type { CallSettings } from "../calls/prepare/call-settings.ts";
import { makeCall } from "../calls/prepare/make-call.ts";
import { keyOfRow } from "../keys/key-from.ts";
import { type FilledColumn, formulaColumns, initialColumns } from "./filled-columns.ts";
import { saveFilled } from "./save-filled.ts";

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

/** Rows whose values are computed, and the rows of other tables read for them, together. */
const ROWS_AT_ONCE = 1_000;
