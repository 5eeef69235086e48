import { createReadStream } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { parse } from "csv-parse";
import pg from "pg";
import type { StoreKind } from "../open-store.ts";

/** A CSV file into a table by a script that knows its seven columns: no checks, no names, the same indexes as ours, that on a text over its folded letters. */
const BATCH = 10_000;
const [kind, address = "", file = ""] = process.argv.slice(2) as [StoreKind, string, string];
await (kind === "sqlite" ? intoSqlite : intoPostgres)(address, readBatches(file));
process.exit(0);

type Cells = readonly [string, string, string, string, string, string, string];

async function* readBatches(path: string): AsyncGenerator<readonly Cells[]> {
  let batch: Cells[] = [];
  const parser = createReadStream(path, { highWaterMark: 262_144 }).pipe(parse({ from_line: 2 }));
  for await (const cells of parser as AsyncIterable<Cells>) {
    batch.push(cells);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function intoSqlite(path: string, batches: AsyncIterable<readonly Cells[]>): Promise<void> {
  const database = new DatabaseSync(path);
  database.function("folded", { deterministic: true }, (text) => String(text).toLowerCase());
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE by_hand (Id INTEGER, Name TEXT, City TEXT, Price REAL, Quantity INTEGER, Day TEXT, Parent INTEGER) STRICT;
    CREATE UNIQUE INDEX by_hand_id ON by_hand (Id);
    CREATE INDEX by_hand_city ON by_hand (folded(City)); CREATE INDEX by_hand_parent ON by_hand (Parent);`);
  const insert = database.prepare("INSERT INTO by_hand VALUES (?, ?, ?, ?, ?, ?, ?)");
  for await (const batch of batches) {
    database.exec("BEGIN IMMEDIATE");
    for (const [id, name, city, price, quantity, day, parent] of batch)
      insert.run(Number(id), name, city, Number(price), Number(quantity), day, Number(parent));
    database.exec("COMMIT");
  }
  database.close();
}

/** Rows have a number by which they are read in order, as ours have. */
async function intoPostgres(
  connectionString: string,
  batches: AsyncIterable<readonly Cells[]>,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`
    CREATE TABLE by_hand ("Id" bigint, "Name" text, "City" text, "Price" float8, "Quantity" bigint, "Day" date, "Parent" bigint, number bigint);
    CREATE UNIQUE INDEX ON by_hand ("Id"); CREATE INDEX ON by_hand (number);
    CREATE INDEX ON by_hand (lower("City")); CREATE INDEX ON by_hand ("Parent");`);
  const types = ["bigint", "text", "text", "float8", "bigint", "date", "bigint", "bigint"];
  const unnest = types.map((type, at) => `$${at + 1}::${type}[]`).join(", ");
  const text = `INSERT INTO by_hand SELECT * FROM unnest(${unnest})`;
  let number = 0;
  for await (const batch of batches) {
    const columns = [0, 1, 2, 3, 4, 5, 6].map((at) => batch.map((cells) => cells[at]));
    await client.query({ name: "add", text, values: [...columns, batch.map(() => ++number)] });
  }
  await client.end();
}
