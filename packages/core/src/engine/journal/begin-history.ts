import type { AppDefinition } from "../../schema/index.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { type JournalBounds, readBounds, SEAL, writeBounds } from "./journal-bounds.ts";

/** Notes, when an engine opens its store, which tables have a history from now on and which have none any more. */
export async function beginHistory({ definition, store, services }: EngineOptions): Promise<void> {
  if (!definition.hasHistory) return;
  const before = await store.read(readBounds, { once: true });
  if (isSame(before, boundsFor(definition, before, NOTHING_NEW))) return;
  const begun = { since: services.now(), secret: `${services.newId()}${services.newId()}` };
  await store.write(async (transaction) => {
    await writeBounds(transaction, boundsFor(definition, await readBounds(transaction), begun));
  });
}

const NOTHING_NEW = { since: 0, secret: "" };

function boundsFor(
  { tables }: AppDefinition,
  before: JournalBounds,
  { since, secret }: typeof NOTHING_NEW,
): JournalBounds {
  const bounds: [string, JournalBounds[string]][] = [
    [SEAL, before[SEAL] ?? { since: 0, trimmed: 0, secret }],
  ];
  for (const { name, history } of tables.values())
    if (history !== undefined) bounds.push([name, before[name] ?? { since, trimmed: 0 }]);
  return Object.fromEntries(bounds);
}

function isSame(a: JournalBounds, b: JournalBounds): boolean {
  return Object.keys(a).sort().join("\n") === Object.keys(b).sort().join("\n");
}
