import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import {
  type ExpressionScope,
  type TableScope,
  type Type,
  writeIsoDate,
  writeIsoDateTime,
  writeIsoTime,
} from "@tablewright/core/compiler";
import { type Value, writeObjects } from "@tablewright/core/storage";
import { nativeFunctions, type SqlTable, type StoredForm, storedFormOf } from "@tablewright/store-sql";

/** The tables of a scope in SQLite, with the stored forms that the stores have. */
export class SqliteTables {
  readonly database = new DatabaseSync(":memory:");
  readonly #tables = new Map<string, SqlTable>();
  /** The types of the columns of objects, by the places of the columns. */
  readonly #objects = new Map<string, readonly (Type | undefined)[]>();

  constructor(scope: ExpressionScope) {
    registerFunctions(this.database);
    for (const table of scope.tables.values()) this.#create(table);
    if (scope.row !== undefined && !this.#tables.has(scope.row.name)) this.#create(scope.row);
  }

  tableOf(name: string): SqlTable {
    return this.#tables.get(name) as SqlTable;
  }

  /** Puts rows in the place of those there are; the first has slot 1. */
  fill(name: string, rows: readonly (readonly Value[])[]): void {
    const table = this.tableOf(name);
    const objects = this.#objects.get(name) ?? [];
    this.database.exec(`begin; delete from "${table.name}"`);
    const holes = ["?", ...table.columns.map(() => "?")].join(", ");
    const insert = this.database.prepare(`insert into "${table.name}" values (${holes})`);
    for (const [index, row] of rows.entries()) {
      insert.run(
        index + 1,
        ...table.columns.map(({ form }, at) => write(row[at] ?? null, form, objects[at])),
      );
    }
    this.database.exec("commit");
  }

  /** A table of one row with a column for each constant. */
  addRow(name: string, constants: readonly { readonly type: Type; readonly value: Value }[]): SqlTable {
    const columns = constants.map(({ type, value }, at) => {
      const form = storedFormOf(type);
      return {
        name: `c${at}`,
        form: form === "integer" && !Number.isSafeInteger(value) ? ("real" as const) : form,
      };
    });
    const declared = columns.map((one) => `${quoted(one.name)} ${TYPES[one.form] ?? "text"}`);
    this.database.exec(
      `create table ${quoted(name)} (${['"_Slot" integer primary key', ...declared].join(", ")}) strict`,
    );
    const holes = ["1", ...columns.map(() => "?")].join(", ");
    const values = columns.map(({ form }, at) => write(constants[at]?.value ?? null, form));
    this.database.prepare(`insert into ${quoted(name)} values (${holes})`).run(...values);
    return { name, columns, slot: "_Slot", isNumberedBySlot: true };
  }

  #create(table: TableScope): void {
    const stored = table.columns.filter((column) => !column.isVirtual).sort((a, b) => a.index - b.index);
    const columns = stored.map((column, at) => ({
      name: `c${at} ${column.name}`,
      form: storedFormOf(column.type),
      ...(column.type.kind === "Object" ? { isOpaque: true, isOurJson: true } : {}),
    }));
    const types = stored.map(({ type }) => (type.kind === "Object" ? type : undefined));
    const name = `t ${table.name}`;
    const declared = columns.map((one) => `${quoted(one.name)} ${TYPES[one.form] ?? "text"}`);
    this.database.exec(
      `create table ${quoted(name)} (${['"_Slot" integer primary key', ...declared].join(", ")}) strict`,
    );
    this.#tables.set(table.name, { name, columns, slot: "_Slot", isNumberedBySlot: true });
    this.#objects.set(table.name, types);
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const TYPES: Partial<Record<StoredForm, string>> = {
  integer: "integer",
  boolean: "integer",
  duration: "integer",
  real: "real",
};

function write(value: Value, form: StoredForm, objects?: Type): SQLInputValue {
  if (value === null) return null;
  if (objects !== undefined) return writeObjects(value, objects);
  if (form === "json") return JSON.stringify(value);
  if (typeof value === "boolean") return Number(value);
  const text = WRITERS[form]?.(value as number);
  return text ?? (value as string | number);
}

const WRITERS: Partial<Record<StoredForm, (value: number) => string>> = {
  date: writeIsoDate,
  time: writeIsoTime,
  datetime: writeIsoDateTime,
};

/** Gives a connection the functions of the evaluator, as a store does. */
export function registerFunctions(database: DatabaseSync): void {
  const { sum, mean, overflow, ...pure } = nativeFunctions;
  for (const [name, evaluate] of Object.entries(pure)) {
    const strict = (...values: unknown[]) =>
      values.includes(null) ? null : (evaluate as (...values: unknown[]) => SQLInputValue)(...values);
    database.function(`tw_${name}`, { deterministic: true, varargs: true }, strict);
  }
  database.function("tw_overflow", overflow);
  for (const [name, evaluate] of Object.entries({ sum, mean }))
    database.aggregate(`tw_${name}`, {
      start: () => [] as number[],
      step: (values: number[], value: unknown) => {
        if (value !== null) values.push(value as number);
        return values;
      },
      result: (values: number[]) => evaluate(values),
    } as never);
}
