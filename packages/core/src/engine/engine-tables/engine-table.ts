import {
  type CheckedExpression,
  check,
  defaultLimits,
  evaluateRow,
  functionsByName,
  Meter,
  type RequestContext,
  type TableScope,
} from "../../expression/parts.ts";
import type { AppDefinition } from "../../schema/index.ts";
import {
  type FindPlan,
  findAll,
  type Row,
  type RowReader,
  type StoredTable,
  type WriteTransaction,
} from "../../storage/index.ts";
import { engineTable } from "../../storage/stored-table.ts";

/** Writes a row of an engine's table, whether or not one with its key is there. */
export async function putRow(
  transaction: Pick<WriteTransaction, "insert" | "update">,
  { name }: StoredTable,
  row: Row,
): Promise<void> {
  const { duplicates } = await transaction.insert(name, [row]);
  if (duplicates.length > 0) await transaction.update(name, [row]);
}

/**
 * The answers of calls that may come again. Each is written in the transaction of its call, so that a call is carried out if, and only if, its answer is there.
 */
export const answersTable = engineTable(
  "tablewright_answers",
  { Caller: "text", Key: "text", Call: "text", At: "integer", Answer: "text" },
  2,
);

/** Milliseconds for which an answer is kept. */
export const ANSWERS_KEPT = 86_400_000;

/** The events that are sent in order and are not done with, by the lane that each is in; the first row of a lane is next. */
export const eventOrderTable = engineTable("tablewright_event_order", { Event: "text", Lane: "integer" }, 1, {
  indexed: ["Lane"],
});

/** Positions of its columns within a row. */
export const EVENT_ORDER = { event: 0, lane: 1 } as const;

/** Whether any rule has its events sent in order. */
export function hasEventOrder({ rules }: AppDefinition): boolean {
  return [...rules.values()].some(({ steps }) =>
    steps.some((step) => "effect" in step && step.effect.isInOrder),
  );
}

/** The last number of each column that numbers rows. */
export const numbersTable = engineTable(
  "tablewright_numbers",
  { Table: "text", Column: "text", Last: "integer" },
  2,
);

/** Whether any table numbers its rows. */
export function hasNumbers({ tables }: AppDefinition): boolean {
  return [...tables.values()].some((table) => table.autoNumbered.length > 0);
}

/** An expression of the engine's own about a row, with nothing else in view. */
export function checkOnRow(source: string, row: TableScope): CheckedExpression {
  const { output } = check(source, { ...NOTHING_ELSE, row });
  if (output === undefined) throw new Error(`"${source}" is no expression about a row of "${row.name}".`);
  return output;
}

const NOTHING_ELSE = {
  tables: new Map(),
  slices: new Map(),
  this: undefined,
  change: false,
  functions: functionsByName,
  blanks: "consistent",
  locale: "en-US",
} as const;

interface OwnPlan extends Partial<Pick<FindPlan, "conditions" | "inList" | "limit" | "context">> {
  /** Those with the highest numbers first. */
  readonly isNewestFirst?: boolean;
}

/** Rows of an engine's table in the order of their numbers, whatever the store leaves of the conditions, the order and the limit. */
export async function findOwn(
  reader: RowReader,
  { name, columns }: StoredTable,
  { conditions = [], isNewestFirst = false, context = ownContext(), ...plan }: OwnPlan,
): Promise<readonly Row[]> {
  const { length: number } = columns;
  const byNumber = checkOnRow("[_RowNumber]", { name, columns: [], key: [], rowNumberIndex: number });
  const order = isNewestFirst ? [{ expression: byNumber, descending: true }] : [];
  const { rows, residual } = await findAll(reader, { ...plan, table: name, conditions, order, context });
  const sign = isNewestFirst ? -1 : 1;
  return rows
    .filter((row) => residual.every((condition) => evaluateRow(condition, row, context) === true))
    .sort((left, right) => sign * (Number(left[number]) - Number(right[number])))
    .slice(0, plan.limit);
}

/** What conditions of the engine's own may know: nothing but the row. */
export function ownContext(): RequestContext {
  return {
    now: 0,
    utcNow: 0,
    timeZone: "UTC",
    timeZoneName: "UTC",
    locale: "en-US",
    location: "",
    user: { email: null, name: null, role: null },
    settings: new Map(),
    parameters: new Map(),
    inputs: new Map(),
    random: () => 0,
    rowsOf: (name) => {
      throw new Error(`A condition of the engine's own reads "${name}".`);
    },
    meter: new Meter({ ...defaultLimits, fuel: Number.MAX_SAFE_INTEGER }),
  };
}
