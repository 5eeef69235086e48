import pg from "pg";
import type { RecordRow } from "../records.ts";
import type { Floor } from "./floor.ts";

const COLUMNS = "Id, Name, City, Price, Quantity, Day, Parent";

/** Prepared statements by hand over a pool. */
export async function postgresFloor(
  address: string,
  batches: Iterable<readonly RecordRow[]>,
): Promise<Floor> {
  const pool = new pg.Pool({ connectionString: address, max: 10 });
  await pool.query(`
    CREATE TABLE floor_records ("Id" bigint PRIMARY KEY, "Name" text, "City" text, "Price" float8, "Quantity" bigint, "Day" text, "Parent" bigint);
    CREATE INDEX ON floor_records ("City"); CREATE INDEX ON floor_records ("Parent");`);
  const all = async (name: string, text: string, values: readonly unknown[]) =>
    (await pool.query({ name, text, values: [...values] })).rows as RecordRow[];
  const types = ["bigint", "text", "text", "float8", "bigint", "text", "bigint"];
  const unnest = types.map((type, at) => `$${at + 1}::${type}[]`).join(", ");
  const names = COLUMNS.split(", ") as (keyof RecordRow)[];
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
