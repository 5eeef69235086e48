import { DatabaseSync } from "node:sqlite";
import { fastify } from "fastify";
import pg from "pg";
import { type RecordRow, recordBatches } from "./records.ts";
import { answerParent, readServingTask, type ServingTask } from "./server-process.ts";

/** The same HTTP server over the queries by hand, in a process that `startServer` began. */
const floor = await open(readServingTask());
const server = fastify({ bodyLimit: 10 * 1024 * 1024 });

const routes: Readonly<Record<string, (body: never) => unknown>> = {
  point: ({ id }: { id: number }) => floor.point(id),
  top: ({ price, count }: { price: number; count: number }) => floor.top(price, count),
  city: ({ city }: { city: string }) => floor.city(city),
  first: ({ count }: { count: number }) => floor.first(count),
  sums: ({ parents }: { parents: number }) => floor.sums(parents),
  add: async ({ rows }: { rows: readonly RecordRow[] }) => {
    await floor.add(rows);
    return rows;
  },
};
for (const [name, answer] of Object.entries(routes)) {
  server.post(`/${name}`, async ({ body }) => ({ Rows: await answer(body as never) }));
}
await server.listen({ host: "127.0.0.1", port: 0 });
answerParent({ port: (server.server.address() as { port: number }).port, fillSeconds: 0 });

async function open({ kind, place, rows }: ServingTask): Promise<Floor> {
  const records = recordBatches(rows);
  if (kind === "memory") return memoryFloor(records);
  return kind === "sqlite" ? sqliteFloor(place, records) : postgresFloor(place, records);
}

/** Prepared statements by hand over a pool. */
async function postgresFloor(address: string, batches: Iterable<readonly RecordRow[]>): Promise<Floor> {
  const pool = new pg.Pool({ connectionString: address, max: 10 });
  await pool.query(`
    CREATE TABLE floor_records ("Id" bigint PRIMARY KEY, "Name" text, "City" text, "Price" float8, "Quantity" bigint, "Day" text, "Parent" bigint);
    CREATE INDEX ON floor_records ("City"); CREATE INDEX ON floor_records ("Parent");`);
  const all = async (name: string, text: string, values: readonly unknown[]) =>
    (await pool.query({ name, text, values: [...values] })).rows as RecordRow[];
  const types = ["bigint", "text", "text", "float8", "bigint", "text", "bigint"];
  const unnest = types.map((type, at) => `$${at + 1}::${type}[]`).join(", ");
  const names = ["Id", "Name", "City", "Price", "Quantity", "Day", "Parent"] as const;
  const add = async (rows: readonly RecordRow[]) => {
    await all(
      "add",
      `INSERT INTO floor_records SELECT * FROM unnest(${unnest})`,
      names.map((name) => rows.map((row) => row[name])),
    );
  };
  for (const batch of batches) await add(batch);
  return {
    add,
    point: (id) => all("point", 'SELECT * FROM floor_records WHERE "Id" = $1', [id]),
    top: (price, count) =>
      all("top", 'SELECT * FROM floor_records WHERE "Price" > $1 ORDER BY "Price" DESC, "Id" LIMIT $2', [
        price,
        count,
      ]),
    city: (name) => all("city", 'SELECT * FROM floor_records WHERE "City" = $1', [name]),
    first: (count) => all("first", 'SELECT * FROM floor_records ORDER BY "Id" LIMIT $1', [count]),
    sums: (parents) =>
      all(
        "sums",
        'SELECT "Id", coalesce((SELECT sum("Price") FROM floor_records c WHERE c."Parent" = r."Id"), 0) "Sum" FROM floor_records r ORDER BY "Id" LIMIT $1',
        [parents],
      ),
  };
}

/** The queries of the measurement by hand over one store: no rules, no types, no names. */
interface Floor {
  point(id: number): Promise<readonly RecordRow[]> | readonly RecordRow[];
  add(rows: readonly RecordRow[]): Promise<void> | void;
  /** The rows above a price, the dearest first. */
  top(price: number, count: number): Promise<readonly RecordRow[]> | readonly RecordRow[];
  /** The rows of a city. */
  city(name: string): Promise<readonly RecordRow[]> | readonly RecordRow[];
  /** The first rows in order. */
  first(count: number): Promise<readonly RecordRow[]> | readonly RecordRow[];
  /** For the first parents, what their children cost together. */
  sums(parents: number): Promise<readonly object[]> | readonly object[];
}

/** Prepared statements by hand over a file with the same durability. */
function sqliteFloor(file: string, batches: Iterable<readonly RecordRow[]>): Floor {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE records (Id INTEGER PRIMARY KEY, Name TEXT, City TEXT, Price REAL, Quantity INTEGER, Day TEXT, Parent INTEGER) STRICT;
    CREATE INDEX records_city ON records (City); CREATE INDEX records_parent ON records (Parent);`);
  const insert = database.prepare("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?)");
  const point = database.prepare("SELECT * FROM records WHERE Id = ?");
  const top = database.prepare("SELECT * FROM records WHERE Price > ? ORDER BY Price DESC, Id LIMIT ?");
  const city = database.prepare("SELECT * FROM records WHERE City = ?");
  const first = database.prepare("SELECT * FROM records ORDER BY Id LIMIT ?");
  const sums = database.prepare(
    "SELECT Id, coalesce((SELECT sum(Price) FROM records c WHERE c.Parent = r.Id), 0) Sum FROM records r ORDER BY Id LIMIT ?",
  );
  const add = (rows: readonly RecordRow[]) => {
    database.exec("BEGIN IMMEDIATE");
    for (const { Id, Name, City, Price, Quantity, Day, Parent } of rows) {
      insert.run(Id, Name, City, Price, Quantity, Day, Parent);
    }
    database.exec("COMMIT");
  };
  for (const batch of batches) add(batch);
  return {
    add,
    point: (id) => point.all(id) as unknown as RecordRow[],
    top: (price, count) => top.all(price, count) as unknown as RecordRow[],
    city: (name) => city.all(name) as unknown as RecordRow[],
    first: (count) => first.all(count) as unknown as RecordRow[],
    sums: (parents) => sums.all(parents) as object[],
  };
}

/** An array, and a Map for the key and each indexed column: what a program that needs no more has. */
function memoryFloor(batches: Iterable<readonly RecordRow[]>): Floor {
  const rows: RecordRow[] = [];
  const byId = new Map<number, RecordRow>();
  const byCity = new Map<string, RecordRow[]>();
  const byParent = new Map<number, RecordRow[]>();
  const add = (added: readonly RecordRow[]) => {
    for (const row of added) {
      if (byId.has(row.Id)) throw new Error(`The key ${row.Id} exists already.`);
      byId.set(row.Id, row);
      rows.push(row);
      append(byCity, row.City, row);
      append(byParent, row.Parent, row);
    }
  };
  for (const batch of batches) add(batch);
  return {
    add,
    point: (id) => [byId.get(id)].filter((row) => row !== undefined),
    top: (price, count) =>
      rows
        .filter(({ Price }) => Price > price)
        .sort((a, b) => b.Price - a.Price)
        .slice(0, count),
    city: (name) => byCity.get(name) ?? [],
    first: (count) => rows.slice(0, count),
    sums: (parents) =>
      rows.slice(0, parents).map(({ Id }) => ({
        Id,
        Sum: (byParent.get(Id) ?? []).reduce((sum, { Price }) => sum + Price, 0),
      })),
  };
}

function append<K>(index: Map<K, RecordRow[]>, key: K, row: RecordRow): void {
  const rows = index.get(key);
  if (rows === undefined) index.set(key, [row]);
  else rows.push(row);
}
