import { type AppDefinition, createEngine, type Services } from "@tablewright/core";
import { requestIn } from "@tablewright/core/compiler";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import { type Store, withoutSources } from "@tablewright/core/storage";
import type { RuleTest, RuleTests } from "../read/rule-tests.ts";
import { functionsInTest } from "../stubbed-functions.ts";
import { loadGiven, type OpenGiven } from "./load-given.ts";

/** What rows tests begin with come from. */
interface GivenSources {
  readonly definition: AppDefinition;
  readonly openStore: () => TestStore;
  readonly openGiven: OpenGiven;
  /** A store whose rows every test begins with, before its own are added. */
  readonly rows: Store | undefined;
  /** The code of functions of the program. */
  readonly functions: readonly FunctionDeclaration[] | undefined;
}

/** Stores filled with the rows that tests begin with: those of the same rows and clock are filled once and copied. */
export class GivenStores {
  readonly #sources: GivenSources;
  readonly #filled = new Map<string, Promise<TestStore>>();
  #copied: Promise<TestStore> | undefined;

  constructor(sources: GivenSources) {
    this.#sources = sources;
  }

  /** A store of the test's own. Rejects with a `GivenError` where its rows cannot be had. */
  async storeFor(tests: RuleTests, test: RuleTest, clock: number): Promise<TestStore> {
    const own = JSON.stringify([tests.file, clock, test.given.map(({ path }) => path), [...test.functions]]);
    let filled = this.#filled.get(own);
    if (filled === undefined) {
      filled = this.#fill(tests, test, clock);
      this.#filled.set(own, filled);
    }
    return (await filled).fork();
  }

  async #fill(tests: RuleTests, { given, functions: stubbed }: RuleTest, clock: number): Promise<TestStore> {
    this.#copied ??= this.#copy(clock);
    const store = (await this.#copied).fork();
    const { definition, openGiven, functions: own } = this.#sources;
    const functions = functionsInTest(definition, stubbed, own);
    const services = testServices(clock, SEED_OF_GIVEN);
    const engine = await createEngine({ definition, store: withoutSources(store), services, functions });
    for (const one of given) await loadGiven(engine, one, tests.file, openGiven);
    return store;
  }

  async #copy(clock: number): Promise<TestStore> {
    const { definition, openStore, rows, functions: own } = this.#sources;
    const functions = functionsInTest(definition, new Map(), own);
    const store = openStore();
    if (rows === undefined) return store;
    const services = testServices(clock, SEED_OF_GIVEN);
    await createEngine({ definition, store: withoutSources(store), services, functions });
    await copyRows(definition, rows, store);
    return store;
  }
}

const SEED_OF_GIVEN = 1;

/** Puts the rows of every table of one store into another as they are: nothing is computed or checked. */
async function copyRows(definition: AppDefinition, from: Store, to: Store): Promise<void> {
  const context = requestIn(definition.scope, {});
  await from.read(
    async (transaction) => {
      for (const table of definition.tables.keys()) {
        const { batches } = await transaction.find({ table, conditions: [], order: [], context });
        for await (const rows of batches)
          if (rows.length > 0) await to.write((writing) => writing.insert(table, rows));
      }
    },
    { searches: true },
  );
}

/** A store in memory that can be copied at once, so that every test begins with the same rows and leaves none. */
export interface TestStore extends Store {
  fork(): TestStore;
}

/** A clock that tests set, and chance that is the same in every run. */
interface TestServices extends Services {
  setClock(milliseconds: number): void;
}

/** `seed` keeps apart what is drawn for given rows and by calls, so that no key is drawn twice. */
export function testServices(milliseconds: number, seed: number): TestServices {
  let clock = milliseconds;
  let state = seed;
  let ids = 0;
  return {
    now: () => clock,
    random: () => {
      state = (state + 0x6d2b79f5) | 0;
      const mixed = Math.imul(state ^ (state >>> 15), state | 1);
      const drawn = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
      return ((drawn ^ (drawn >>> 14)) >>> 0) / 2 ** 32;
    },
    newId: () => `${seed}-${++ids}`,
    setClock: (value) => {
      clock = value;
    },
  };
}
