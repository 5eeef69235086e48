import type { RowNumbering } from "@tablewright/store-sql";
import { writeNumbering } from "./catalogue.ts";
import type { Connection } from "./connection.ts";

/** The numberings that a transaction has changed: its reads know them, and the database is told when it commits. */
export class ChangedNumberings {
  readonly #byTable = new Map<string, RowNumbering>();

  set(table: string, numbering: RowNumbering): void {
    this.#byTable.set(table, numbering);
  }

  /** Sends them one after the other without waiting. */
  write(connection: Connection): readonly Promise<void>[] {
    return Array.from(this.#byTable, ([table, numbering]) => writeNumbering(connection, table, numbering));
  }
}
