import { findAll, type Store } from "../../storage/index.ts";
import type { CallSettings, EngineOptions } from "../calls/engine-options.ts";
import { callForLoad } from "../calls/prepare/call-for-load.ts";
import { ANSWERS_KEPT, answersTable } from "../engine-tables/engine-table.ts";
import { openingOf } from "../stored/opening-of.ts";
import { storedTablesOf } from "../stored/stored-tables-of.ts";

/** Makes the table of answers when the first call with an idempotency key comes; most stores never need it. */
export async function openAnswers(settings: CallSettings & Pick<EngineOptions, "store">): Promise<void> {
  const { definition, store } = settings;
  const opening =
    opened.get(store) ?? store.open([...storedTablesOf(definition), answersTable], openingOf(settings));
  opened.set(store, opening);
  await opening.catch((error: unknown) => {
    opened.delete(store);
    throw error;
  });
}

/** Whether answers were opened by this process. */
function areAnswersOpen(store: Store): boolean {
  return opened.has(store);
}

const opened = new WeakMap<Store, Promise<void>>();

/** Removes answers that no call gets any more, some at a time. */
export async function trimAnswers(settings: EngineOptions, isOver: () => boolean): Promise<number> {
  const { definition, store, services } = settings;
  const [table] = definition.tables.values();
  if (table === undefined || !areAnswersOpen(store)) return 0;
  const { output: prepared } = await callForLoad(settings, table, {});
  if (prepared === undefined) throw new Error("A call without properties was refused.");
  const plan = { table: answersTable.name, conditions: [], order: [], limit: PIECE };
  const now = services.now();
  for (let removed = 0; ; ) {
    const old = await store.write(async (transaction) => {
      const { rows } = await findAll(transaction, { ...plan, context: prepared.begin().read.context });
      const keys = rows.filter((row) => Number(row[3]) + ANSWERS_KEPT <= now).map((row) => row.slice(0, 2));
      await transaction.delete(answersTable.name, keys);
      return keys.length;
    });
    removed += old;
    if (old < PIECE || isOver()) return removed;
  }
}

/** Answers of a transaction. */
const PIECE = 200;
