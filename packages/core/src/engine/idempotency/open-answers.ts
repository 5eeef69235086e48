import type { Store } from "../../storage/index.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import type { CallSettings } from "../calls/prepare/call-settings.ts";
import { answersTable } from "../engine-tables/answers-table.ts";
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
export function areAnswersOpen(store: Store): boolean {
  return opened.has(store);
}

const opened = new WeakMap<Store, Promise<void>>();
