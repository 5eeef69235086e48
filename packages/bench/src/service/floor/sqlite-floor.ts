import { DatabaseSync } from "node:sqlite";
import type { RecordRow } from "../records.ts";
import type { Floor } from "./floor.ts";

/** Prepared statements by hand over a file with the same durability. */
export function sqliteFloor(file: string, batches: Iterable<readonly RecordRow[]>): Floor {
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
