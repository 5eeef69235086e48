/** A condition that a user wrote as the WHERE of other libraries' queries, also shown in docs/sql.md. */
import type { SqlWhere } from "@tablewright/store-sql";
import { sql as drizzleSql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { integer, numeric, pgTable, text } from "drizzle-orm/pg-core";
import type { Knex } from "knex";
import { type Kysely, sql } from "kysely";
import type { Client } from "pg";

export interface Order {
  readonly id: number;
  readonly status: string;
  readonly unit_price: number;
}

export const orders = pgTable("orders", {
  id: integer(),
  status: text(),
  unit_price: numeric({ mode: "number" }),
});

export const byKysely = (db: Kysely<{ orders: Order }>, where: SqlWhere) =>
  db
    .selectFrom("orders as o")
    .select("o.id")
    .where(sql<boolean>(where.strings, ...where.parameters));

export const byDrizzle = (db: NodePgDatabase, where: SqlWhere) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(drizzleSql(where.strings, ...where.parameters));

export const byKnex = (knex: Knex, where: SqlWhere) =>
  knex("orders as o").select("o.id").whereRaw(where.strings.join("?"), where.parameters);

export const byPg = (client: Client, where: SqlWhere) =>
  client.query<Pick<Order, "id">>(`select o.id from orders as o where ${where.text}`, where.parameters);
