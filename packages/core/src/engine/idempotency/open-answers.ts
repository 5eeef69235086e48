import type { Store } from "../../storage/index.ts";
import type { CallSettings, EngineOptions } from "../calls/engine-options.ts";
import { ANSWERS_KEPT, answersTable, findOwn } from "../engine-tables/engine-table.ts";
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

/** Those whose answers were opened by this process. */
const opened = new WeakMap<Store, Promise<void>>();

/** Removes answers that no call gets any more, some at a time. */
export async function trimAnswers(
  { store, services }: Pick<EngineOptions, "store" | "services">,
  isOver: () => boolean,
): Promise<number> {
  if (!opened.has(store)) return 0;
  const now = services.now();
  for (let removed = 0; ; ) {
    const old = await store.write(async (transaction) => {
      const rows = await findOwn(transaction, answersTable, { limit: PIECE });
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
