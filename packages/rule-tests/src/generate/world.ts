import {
  type AppDefinition,
  createEngine,
  type Engine,
  type EngineRequest,
  type ResultRow,
  type TableDefinition,
} from "@tablewright/core";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import { type StoredRun, withoutSources } from "@tablewright/core/storage";
import { type TestStore, testServices } from "../given/given-stores.ts";
import { storedRows } from "../given/load-given.ts";

/** An application at work on rows of its own, and what laws ask about it. */
export class World {
  readonly definition: AppDefinition;
  readonly engine: Engine;
  readonly store: TestStore;

  private constructor(definition: AppDefinition, engine: Engine, store: TestStore) {
    this.definition = definition;
    this.engine = engine;
    this.store = store;
  }

  static async open(
    definition: AppDefinition,
    store: TestStore,
    clock: number,
    functions: readonly FunctionDeclaration[] = [],
  ): Promise<World> {
    const services = testServices(clock, SEED);
    const engine = await createEngine({ definition, store: withoutSources(store), services, functions });
    return new World(definition, engine, store);
  }

  /** Hidden rows included. */
  rowsOf(table: string): Promise<readonly ResultRow[]> {
    return storedRows(this.engine, table);
  }

  /** Everything that is stored: rows by table, events and runs. */
  async everything(): Promise<Readonly<Record<string, string>>> {
    const answers: Record<string, string> = {};
    for (const table of this.definition.tables.keys())
      answers[`the rows of "${table}"`] = JSON.stringify(await this.rowsOf(table));
    answers["the outbox"] = JSON.stringify(await this.engine.listEvents({ limit: MOST_NOTED }));
    answers["the run history"] = JSON.stringify(await this.runs());
    return answers;
  }

  runs(): Promise<readonly StoredRun[]> {
    return this.engine.listRuns({ limit: MOST_NOTED });
  }

  /** A request in the name of a person. */
  requestOf(request: EngineRequest, user: string | undefined): EngineRequest {
    return user === undefined
      ? request
      : { ...request, properties: { ...request.properties, RunAsUserEmail: user } };
  }

  /** For whom calls can be made: the owner, who is undefined, those with roles, and everybody whose address is in a row. */
  async people(): Promise<readonly (string | undefined)[]> {
    const { roles, tables } = this.definition;
    const emails = new Set<string>(roles.keys());
    for (const { name, storedColumns } of tables.values()) {
      const own = storedColumns.filter(({ columnType }) => columnType.name === "Email");
      if (own.length === 0) continue;
      for (const row of await this.rowsOf(name))
        for (const column of own) {
          const email = row[column.name];
          if (typeof email === "string" && emails.size < MOST_PEOPLE) emails.add(email);
        }
    }
    return [undefined, ...emails];
  }
}

const MOST_NOTED = 10_000;
const MOST_PEOPLE = 20;
const SEED = 3;

/** The cells of a row that name it. */
export function keyCellsOf({ key }: TableDefinition, row: ResultRow): ResultRow {
  return Object.fromEntries(key.map(({ name }) => [name, row[name] ?? null]));
}

/** What differs between two states, in words; undefined where nothing does. */
export function differenceOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string | undefined {
  const part = Object.keys(before).find((name) => before[name] !== after[name]);
  return part === undefined ? undefined : `${part} changed from ${cut(before[part])} to ${cut(after[part])}`;
}

function cut(text = ""): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

const LONGEST = 2_000;
