/** All that lies in a database of ours. */
import { ask } from "./temporary-database.ts";

/** Every column and index of the database, and what the catalogue says, on the server of the tests or where `query` asks. */
export async function contentsOf(database: string, query = ask): Promise<unknown> {
  const tables = await query(`select stored_as from \`${database}\`.tablewright_tables order by name`);
  const of = "where table_schema = ? order by 1, 2, 3";
  return [
    await query(`select table_name, column_name, column_type from information_schema.columns ${of}`, [
      database,
    ]),
    await query(`select table_name, index_name, column_name from information_schema.statistics ${of}`, [
      database,
    ]),
    await query(`select * from \`${database}\`.tablewright_tables order by name`),
    await Promise.all(
      tables.map(({ stored_as }) => query(`select * from \`${database}\`.\`${stored_as}\` order by _Slot`)),
    ),
  ];
}
