import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { fresh, spread } from "../operations.ts";
import type { RecordRow } from "../records.ts";
import { loadFrom, type ServicePeer, servicePeersFolder } from "./service-peer.ts";

/** Feathers on Koa with Knex, over an SQLite file with the same table, indexes and durability; one call is one transaction. */
export const peer: ServicePeer = {
  name: "Feathers with Knex",
  kind: "sqlite",
  folder: servicePeersFolder,
  async serve(rows, { place }) {
    const { default: feathers } = await load<{ feathers(): unknown }>("@feathersjs/feathers");
    const { default: web } = await load<Koa>("@feathersjs/koa");
    const { default: service } = await load<KnexAdapter>("@feathersjs/knex");
    const database = await openDatabase(place);
    for (const batch of rows) await database.batchInsert("Records", batch, A_STATEMENT);
    const app = web.koa(feathers.feathers());
    app.use(web.errorHandler());
    app.use(web.bodyParser());
    app.configure(web.rest());
    app.use("records", new service.KnexService({ Model: database, name: "Records", id: "Id", multi: true }));
    const { start, end, rollback } = service.transaction;
    app.service("records").hooks({
      before: { create: [start()] },
      after: { create: [end()] },
      error: { create: [rollback()] },
    });
    const server = await app.listen(0, "127.0.0.1");
    if (server.address() === null) await once(server, "listening");
    return (server.address() as AddressInfo).port;
  },
  requests: {
    "point read": (at, rows) => [`/records/${spread(at, rows)}`],
    "add 1 row": (at, rows) => ["/records", fresh(at, rows, 1)[0]],
    "add 1,000 rows": (at, rows) => ["/records", fresh(at, rows, 1_000)],
  },
  rowsOf: (answer: RecordRow | readonly RecordRow[]) => [answer].flat(),
};

/** Rows in one statement, as many as SQLite has holes for. */
const A_STATEMENT = 100;

/**
 * Knex has no driver for the SQLite of Node, and those it has are built while they are installed. libsql brings a
 * built one with the face of better-sqlite3.
 */
async function openDatabase(place: string): Promise<Knex> {
  const { default: knex } = await load<(options: object) => Knex>("knex");
  const { default: Client } = await load<new () => object>("knex/lib/dialects/better-sqlite3/index.js");
  const { default: libsql } = await load<unknown>("libsql");
  const client = class extends Client {
    _driver() {
      return libsql;
    }
  };
  const database = knex({ client, connection: { filename: place }, useNullAsDefault: true });
  for (const statement of [
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "CREATE TABLE Records (Id INTEGER PRIMARY KEY, Name TEXT, City TEXT, Price REAL, Quantity INTEGER, Day TEXT, Parent INTEGER) STRICT",
    "CREATE INDEX records_city ON Records (City)",
    "CREATE INDEX records_parent ON Records (Parent)",
  ]) {
    await database.raw(statement);
  }
  return database;
}

const load = <T>(name: string) => loadFrom<{ readonly default: T }>(servicePeersFolder, name);

/** What is used of Knex. */
interface Knex {
  raw(statement: string): Promise<unknown>;
  batchInsert(table: string, rows: readonly object[], count: number): Promise<unknown>;
}

/** What is used of Feathers' HTTP server. */
interface Koa {
  koa(app: unknown): {
    use(...parts: unknown[]): void;
    configure(part: unknown): void;
    service(name: string): { hooks(hooks: object): void };
    listen(port: number, host: string): Promise<Server>;
  };
  errorHandler(): unknown;
  bodyParser(): unknown;
  rest(): unknown;
}

/** What is used of Feathers' adapter for Knex. */
interface KnexAdapter {
  readonly KnexService: new (options: object) => object;
  readonly transaction: Readonly<Record<"start" | "end" | "rollback", () => unknown>>;
}
