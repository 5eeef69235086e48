import type { AppDefinition } from "../../schema/index.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { type JournalBounds, readBounds, writeBounds } from "./journal-bounds.ts";

/** Notes, when an engine opens its store, which tables have a history from now on and which have none any more. */
export async function beginHistory({ definition, store, services }: EngineOptions): Promise<void> {
  if (!definition.hasHistory) return;
  const before = await store.read(readBounds, { once: true });
  if (isSame(before, boundsFor(definition, before, 0))) return;
  await store.write(async (transaction) => {
    await writeBounds(transaction, boundsFor(definition, await readBounds(transaction), services.now()));
  });
}

function boundsFor({ tables }: AppDefinition, before: JournalBounds, now: number): JournalBounds {
  const bounds: [string, JournalBounds[string]][] = [];
  for (const { name, history } of tables.values())
    if (history !== undefined) bounds.push([name, before[name] ?? { since: now, trimmed: 0 }]);
  return Object.fromEntries(bounds);
}

function isSame(a: JournalBounds, b: JournalBounds): boolean {
  return Object.keys(a).sort().join("\n") === Object.keys(b).sort().join("\n");
}
