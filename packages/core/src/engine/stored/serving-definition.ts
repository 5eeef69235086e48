import { DefinitionOutdated, jsonFormOf, type Store, type StoredTable } from "../../storage/index.ts";
import type { Engine } from "../engine.ts";

/**
 * The store as one definition uses it: a transaction throws a `DefinitionOutdated` once the store was opened with other columns for
 * a table, because its rows have another form then. `check` keeps it, so a server whose definition is outdated is not ready.
 */
export function storeServing(store: Store, tables: readonly StoredTable[]): Store {
  if (store.tables === undefined) return store;
  const own = new Map(tables.map((table) => [table.name, formOf(table)]));
  let checked: readonly StoredTable[] | undefined;
  const refuseIfOutdated = () => {
    const now = store.tables?.();
    if (now === undefined || now === checked) return;
    const forms = new Map(now.map((table) => [table.name, formOf(table)]));
    for (const [name, form] of own) if (forms.get(name) !== form) throw new DefinitionOutdated(name);
    checked = now;
  };
  return {
    ...store,
    async open(expected, opening) {
      if (checked !== undefined) refuseIfOutdated();
      await store.open(expected, opening);
    },
    read: (work, use) =>
      store.read((transaction) => {
        refuseIfOutdated();
        return work(transaction);
      }, use),
    write: (work, use) =>
      store.write(async (transaction) => {
        refuseIfOutdated();
        return work(transaction);
      }, use),
  };
}

function formOf({ columns, key, source }: StoredTable): string {
  return JSON.stringify([
    columns.map(({ name, kind, family, objects }) => [name, kind, family, objects && jsonFormOf(objects)]),
    key,
    source,
  ]);
}

/**
 * Makes an engine by `make`, which takes the place of the engine that served the store before. A call that the earlier one has
 * begun, and that comes too late for its definition, is carried out by the later one.
 */
export async function succeeding(store: Store, make: () => Promise<Engine>): Promise<Engine> {
  const making = make();
  const next = making.catch(() => undefined);
  latest.set(store, { ...latest.get(store), next });
  const own = await making.catch((error: unknown) => {
    if (latest.get(store)?.next === next) latest.set(store, { engine: latest.get(store)?.engine });
    throw error;
  });
  const engine = passingOn(own, async () => {
    await latest.get(store)?.next;
    const { engine: later } = latest.get(store) ?? {};
    return later === engine ? undefined : later;
  });
  latest.set(store, { engine });
  return engine;
}

/** The engine that serves a store, and the one that is being made. */
const latest = new WeakMap<
  Store,
  { readonly engine?: Engine | undefined; readonly next?: Promise<unknown> }
>();

/** The same engine, whose calls are passed on to a later one where its definition is outdated. */
function passingOn(engine: Engine, later: () => Promise<Engine | undefined>): Engine {
  const passed = Object.entries(engine).map(([name, member]) => {
    if (typeof member !== "function" || KEPT.has(name)) return [name, member];
    const call = async (...given: unknown[]) => {
      try {
        return await member(...given);
      } catch (error) {
        const other = error instanceof DefinitionOutdated ? await later() : undefined;
        const same = other?.[name as keyof Engine];
        if (typeof same !== "function") throw error;
        return (same as (...given: unknown[]) => unknown)(...given);
      }
    };
    return [name, call];
  });
  return Object.fromEntries(passed) as unknown as Engine;
}

/** What is about the engine itself, at once, or ends it. */
const KEPT = new Set(["schema", "decisionRows", "onEvent", "check", "close", "refill"]);
