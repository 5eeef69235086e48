/** The tables of a scope on the tests' server, with the columns that the store gives them, filled again for each try. */
import type { ExpressionScope, TableScope, Type } from "@tablewright/core/compiler";
import type { Value } from "@tablewright/core/storage";
import {
  quoteName,
  type SqlDialect,
  type SqlTable,
  storedFormOf,
  writeSqlValue,
} from "@tablewright/store-sql";
import type { Client } from "pg";
import { postgresWith } from "../src/expression-dialect.ts";
import { functionNames } from "../src/functions/schema-functions.ts";
import { columnOfForm } from "../src/postgres-dialect.ts";
import { nativeColumnType, nativeTypeName } from "../src/types.ts";

export const dialect: SqlDialect = postgresWith(functionNames(process.versions.unicode ?? ""));

export class ScopeTables {
  readonly #client: Client;
  readonly #tables: ReadonlyMap<string, SqlTable>;
  /** The types of the columns of objects, by the places of the columns. */
  readonly #objects: ReadonlyMap<string, readonly (Type | undefined)[]>;

  private constructor(
    client: Client,
    tables: ReadonlyMap<string, SqlTable>,
    objects: ReadonlyMap<string, readonly (Type | undefined)[]>,
  ) {
    this.#client = client;
    this.#tables = tables;
    this.#objects = objects;
  }

  static async make(client: Client, scope: ExpressionScope, prefix: string): Promise<ScopeTables> {
    const tables = new Map<string, SqlTable>();
    const objects = new Map<string, readonly (Type | undefined)[]>();
    for (const table of scope.tables.values()) {
      const made = tableFor(table, prefix);
      const columns = made.columns.map(({ name, form }) => `${quoteName(name)} ${nativeColumnType(form)}`);
      await client.query(`create table ${quoteName(made.name)} ("_Slot" bigint, ${columns.join(", ")})`);
      tables.set(table.name, made);
      objects.set(
        table.name,
        storedColumns(table).map(({ type }) => (type.kind === "Object" ? type : undefined)),
      );
    }
    return new ScopeTables(client, tables, objects);
  }

  tableOf(name: string): SqlTable {
    return this.#tables.get(name) as SqlTable;
  }

  /** Puts rows in the place of those there are; the first has slot 1. */
  async fill(name: string, rows: readonly (readonly Value[])[]): Promise<void> {
    const { name: stored, columns } = this.tableOf(name);
    const holes = columns.map(({ form }, at) => `$${at + 2}::${nativeTypeName(form)}[]`).join(", ");
    const objects = this.#objects.get(name) ?? [];
    const lists = columns.map(({ form }, at) =>
      rows.map((row) => writeSqlValue(row[at] ?? null, form, objects[at])),
    );
    await this.#client.query(`delete from ${quoteName(stored)}`);
    await this.#client.query({
      name: `fill ${stored}`,
      text: `insert into ${quoteName(stored)} select * from unnest($1::bigint[], ${holes})`,
      values: [rows.map((_, at) => at + 1), ...lists],
    });
  }

  /** The slots of the rows that a condition keeps, in an order. */
  async kept(
    name: string,
    where: string,
    values: readonly unknown[],
    order = "1",
  ): Promise<readonly number[]> {
    const { name: stored } = this.tableOf(name);
    const text = `select t."_Slot" from ${quoteName(stored)} as t where ${where} order by ${order}`;
    const { rows } = await this.#client.query({ text, values: [...values], rowMode: "array" });
    return rows.map(([slot]) => Number(slot));
  }
}

function storedColumns({ columns }: TableScope) {
  return columns.filter((column) => !column.isVirtual).sort((left, right) => left.index - right.index);
}

function tableFor(table: TableScope, prefix: string): SqlTable {
  return {
    name: `${prefix} ${table.name}`,
    columns: storedColumns(table).map((column, at) => {
      const form = storedFormOf(column.type);
      const isObject = column.type.kind === "Object";
      return {
        ...{
          name: `c${at} ${column.name}`,
          form,
          isIndexed: !isObject && at % 2 === 0,
          ...columnOfForm(form),
        },
        ...(isObject ? { isOpaque: true, isOurJson: true } : {}),
      };
    }),
    slot: "_Slot",
    isNumberedBySlot: true,
  };
}
