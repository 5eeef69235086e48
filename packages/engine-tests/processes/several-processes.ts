import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import type { Store, StoredTable } from "@tablewright/core/storage";

/** How the tests have several processes use one database. */
export interface SeveralProcesses {
  readonly openStore: (address: string) => Promise<Store>;
  /** Makes a database that holds nothing, with an address for each process: one that all share, or that of its own node. */
  readonly makeDatabase: () => Promise<SharedDatabase>;
  /** Hands its arguments to `takePart`. */
  readonly script: URL;
}

interface SharedDatabase {
  readonly addresses: readonly string[];
  readonly release: () => Promise<void>;
}

/** At least two. */
type Several<T> = readonly [T, T, ...T[]];

/** A store for each process, all on one database. */
export async function withStores(
  { openStore, makeDatabase }: SeveralProcesses,
  tables: readonly StoredTable[],
  work: (stores: Several<Store>, addresses: readonly string[]) => Promise<void>,
): Promise<void> {
  const { addresses, release } = await makeDatabase();
  const stores: Store[] = [];
  try {
    for (const address of addresses) {
      const store = await openStore(address);
      stores.push(store);
      await store.open(tables);
    }
    await work(stores as unknown as Several<Store>, addresses);
  } finally {
    for (const store of stores) await store.close();
    await release();
  }
}

/** An engine for each process; `wrap` makes of a store the one that it uses. */
export async function withEngines(
  processes: SeveralProcesses,
  source: string,
  work: (engines: Several<Engine>) => Promise<void>,
  wrap: (store: Store) => Store = (store) => store,
): Promise<void> {
  const { output: definition } = loadDefinition(source);
  if (definition === undefined) throw new Error("The definition does not load.");
  const services = { now: () => Date.now(), random: Math.random, newId: () => crypto.randomUUID() };
  await withStores(processes, [], async (stores) => {
    const engines: Engine[] = [];
    for (const store of stores)
      engines.push(await createEngine({ definition, store: wrap(store), services }));
    await work(engines as unknown as Several<Engine>);
  });
}
