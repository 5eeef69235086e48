/** Servers of others that ours is compared with, over the same rows on the same kind of store. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { resolve } from "node:path";
import { loadPeer } from "../language/peers.ts";
import type { StoreKind } from "../open-store.ts";
import type { MakeRequest } from "./drive.ts";
import { fresh, spread } from "./operations.ts";
import type { RecordRow } from "./records.ts";

interface ServicePeer {
  readonly name: string;
  /** The store of ours that it is compared on. */
  readonly kind: StoreKind;
  /** Fills a table at a place with the rows, listens on a free port and returns it; in a process of its own. */
  readonly serve: (rows: Iterable<readonly RecordRow[]>, place: string) => Promise<number>;
  /** By the name of the operation. What is missing here, it cannot do in one request. */
  readonly requests: Readonly<Record<string, (at: number, rows: number) => ReturnType<MakeRequest>>>;
  /** The rows of an answer. */
  readonly rowsOf: (answer: never) => readonly object[];
}

export const servicePeersFolder = resolve(import.meta.dirname, "../../service-peers");

const load = <T>(name: string) => loadPeer<{ readonly default: T }>(name, servicePeersFolder);

/** Feathers on Koa with Knex, over an SQLite file with the same table, indexes and durability; one call is one transaction. */
const feathersWithKnex: ServicePeer = {
  name: "Feathers with Knex",
  kind: "sqlite",
  async serve(rows, place) {
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

/** By the name that `--service-peers` takes. */
export const servicePeers: Readonly<Record<string, ServicePeer>> = {
  "json-server-memory": jsonServer({ name: "json-server, in memory", kind: "memory" }, (data) => data),
  /** As it is usually run, over a file that each change writes again. */
  "json-server-file": jsonServer({ name: "json-server, file", kind: "sqlite" }, (data, place) => {
    writeFileSync(`${place}.json`, JSON.stringify(data));
    return `${place}.json`;
  }),
  feathers: feathersWithKnex,
};

/** json-server over what `place` makes of the rows: an object in memory, or the name of a file. */
function jsonServer(
  variant: Pick<ServicePeer, "name" | "kind">,
  source: (data: { readonly Records: readonly RecordRow[] }, place: string) => object | string,
): ServicePeer {
  return {
    ...variant,
    async serve(rows, place) {
      const { default: package_ } = await load<JsonServer>("json-server");
      const server = package_.create();
      const router = package_.router(source({ Records: [...rows].flat() }, place));
      router.db._.id = "Id";
      server.use(package_.defaults({ logger: false }));
      server.use(router);
      return new Promise((done) => {
        const listening = server.listen(0, "127.0.0.1", () =>
          done((listening.address() as AddressInfo).port),
        );
      });
    },
    requests: {
      "point read": (at, rows) => [`/Records/${spread(at, rows)}`],
      "add 1 row": (at, rows) => ["/Records", fresh(at, rows, 1)[0]],
    },
    rowsOf: (row: RecordRow) => [row],
  };
}

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

/** What is used of the package: Express under other names. */
interface JsonServer {
  create(): {
    use(...handlers: unknown[]): void;
    listen(port: number, host: string, done: () => void): Server;
  };
  router(source: object | string): { readonly db: { readonly _: { id: string } } };
  defaults(options: object): unknown;
}
