import type { AppDefinition, TableDefinition } from "../../schema/index.ts";
import { outboxTable, type Row, type Store, type WriteTransaction } from "../../storage/index.ts";
import { eventOfRow } from "../../storage/journal-tables.ts";
import { keyOfRow } from "../keys/key-from.ts";
import type { CallEvent } from "./call-recorder.ts";

/** A store for one call, whose writes are recorded: each row as it was and as it is. */
export function watchedStore(store: Store, app: AppDefinition, hear: (event: CallEvent) => void): Store {
  return {
    name: store.name,
    open: (tables, opening) => store.open(tables, opening),
    read: (work, use) => store.read(work, use),
    write: (work, use) => store.write((stored) => work(watched(stored, app, hear)), use),
    close: () => store.close(),
  };
}

function watched(
  stored: WriteTransaction,
  { tables }: AppDefinition,
  hear: (event: CallEvent) => void,
): WriteTransaction {
  const hearRow = (table: TableDefinition | undefined, before: Row | undefined, after: Row | undefined) => {
    if (table !== undefined) hear({ kind: "write", table, before, after });
  };
  const { inMemory, explain } = stored;
  return {
    find: (plan) => stored.find(plan),
    getByKeys: (table, keys) => stored.getByKeys(table, keys),
    ...(inMemory === undefined ? {} : { inMemory: (table) => stored.inMemory?.(table) }),
    ...(explain === undefined ? {} : { explain: explain.bind(stored) }),
    async insert(name, rows) {
      const outcome = await stored.insert(name, rows);
      for (const row of outcome.rows)
        if (name === outboxTable.name) hear({ kind: "outbox", event: eventOfRow(row) });
        else hearRow(tables.get(name), undefined, row);
      return outcome;
    },
    async update(name, rows) {
      const table = tables.get(name);
      const before =
        table &&
        (await stored.getByKeys(
          name,
          rows.map((row) => keyOfRow(table, row)),
        ));
      const written = await stored.update(name, rows);
      for (const [at, row] of written.entries()) hearRow(table, before?.[at], row);
      return written;
    },
    async delete(name, keys) {
      const before = await stored.getByKeys(name, keys);
      await stored.delete(name, keys);
      for (const row of before) if (row !== undefined) hearRow(tables.get(name), row, undefined);
    },
  };
}
