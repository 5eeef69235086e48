import {
  ConstraintViolation,
  exactDigits,
  exactInstant,
  type InsertOutcome,
  type Key,
  type Row,
  UnreadableValue,
  type Violation,
} from "@tablewright/core/storage";
import { renderSql } from "../fragments/render-sql.ts";
import { joinSql, SqlFragment, sql, sqlName } from "../fragments/sql-fragment.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { SqlValue } from "../values/sql-value.ts";
import {
  columnOfParameter,
  hasOtherDigits,
  hasValue,
  isAsRead,
  isLike,
  isSame,
  otherThanSent,
  partOfKey,
  type RefusedValue,
  refusedValue,
  seekOf,
  writtenValue,
} from "./column-values.ts";
import { SourceCodec } from "./source-codec.ts";
import type { SourceColumn } from "./source-column.ts";
import { type SourceInsert, standardInsert } from "./source-insert.ts";
import { INNER, type SourceLayout } from "./source-layout.ts";

/**
 * The rows of a table of another program, by its own key. What the database makes of a row, by defaults, triggers and
 * generated columns, is read back. Nothing is written but what changes.
 */
export class SourceRows<Connection extends SqlConnection> {
  readonly #layout: SourceLayout;
  readonly #dialect: SqlStoreDialect<Connection>;
  readonly #codec: SourceCodec;
  readonly #key: readonly SourceColumn[];
  readonly #insert: SourceInsert;

  constructor(layout: SourceLayout, dialect: SqlStoreDialect<Connection>) {
    this.#layout = layout;
    this.#dialect = dialect;
    this.#codec = new SourceCodec(layout);
    this.#key = layout.table.key.map((at) => layout.columns[at] as SourceColumn);
    this.#insert = dialect.sources?.insert ?? standardInsert;
  }

  /** Makes a row of what was read of it; a cell that holds no such value throws an `UnreadableValue` when it is read. */
  readonly decode = (read: SqlValue[]) => this.#codec.decode(read);

  /** For each key its row, or undefined. One that a transaction `mayChange` is kept from other programs until its end. */
  async getByKeys(
    connection: Connection,
    keys: readonly Key[],
    mayChange = false,
  ): Promise<readonly (Row | undefined)[]> {
    const { rows, shared } = await this.#rowsOf(connection, keys, mayChange);
    if (shared !== undefined) throw this.#severalRows(shared);
    return keys.map((key) => rows.get(JSON.stringify(key)));
  }

  /**
   * The rows that have one of the keys, by the keys as JSON, and a key that several of them have. A key that no row has to the letter
   * is that of the row whose key the database takes for equal, where it keeps keys unique that way.
   */
  async #rowsOf(
    connection: Connection,
    keys: readonly Key[],
    mayChange: boolean,
  ): Promise<{ readonly rows: ReadonlyMap<string, Row>; readonly shared: Key | undefined }> {
    const exactly = await this.#rowsOfExactly(connection, keys, mayChange);
    const missing = this.#isLoose ? keys.filter((key) => !exactly.rows.has(JSON.stringify(key))) : [];
    const alike = await this.#keysLike(connection, missing);
    if (alike.size === 0) return exactly;
    const own = [...alike.values()].filter((key) => !exactly.rows.has(JSON.stringify(key)));
    const others = await this.#rowsOfExactly(connection, own, mayChange);
    const rows = new Map([...exactly.rows, ...others.rows]);
    for (const [asked, key] of alike) {
      const row = rows.get(JSON.stringify(key));
      if (row !== undefined) rows.set(asked, row);
    }
    return { rows, shared: exactly.shared ?? others.shared };
  }

  /** The keys of rows that the database takes for equal to keys, by these as JSON. */
  async #keysLike(connection: Connection, keys: readonly Key[]): Promise<ReadonlyMap<string, Key>> {
    const alike = new Map<string, Key>();
    const possible = keys.flatMap((key) =>
      this.#codec.encodeKey(key).map((encoded) => ({ asked: JSON.stringify(key), encoded })),
    );
    for (let start = 0; start < possible.length; start += KEYS_AT_ONCE) {
      const some = possible.slice(start, start + KEYS_AT_ONCE);
      const read = this.#key.map((column) => this.#read(column));
      const each = some.map(({ encoded }, at) => {
        const isEqual = this.#key.map((column, part) => isLike(column, encoded[part] ?? null));
        const place = new SqlFragment([String(at)]);
        return sql`select ${place}, ${joinSql(read, ", ")} from ${this.#from()} where ${joinSql(isEqual, " and ")}`;
      });
      for (const [at, ...key] of await this.#all(connection, joinSql(each, " union all ")))
        alike.set(some[Number(at)]?.asked ?? "", this.#codec.decodeKey(key));
    }
    return alike;
  }

  /** The rows that have one of the keys to the letter, by their keys as JSON, and a key that several of them have. */
  async #rowsOfExactly(
    connection: Connection,
    keys: readonly Key[],
    mayChange: boolean,
  ): Promise<{ readonly rows: ReadonlyMap<string, Row>; readonly shared: Key | undefined }> {
    const { changes } = this.#layout;
    const lock = mayChange && (changes.edit || changes.delete) ? this.#dialect.sources?.lock : undefined;
    const keysByText = new Map<string, Key>();
    for (const key of keys) keysByText.set(JSON.stringify(key), key);
    const rows = new Map<string, Row>();
    let shared: Key | undefined;
    const encoded = [...keysByText.values()].flatMap((key) => this.#codec.encodeKey(key));
    for (let start = 0; start < encoded.length; start += KEYS_AT_ONCE) {
      const some = encoded.slice(start, start + KEYS_AT_ONCE);
      const read = this.#layout.columns.map((column) => this.#read(column));
      const select = sql`select ${joinSql(read, ", ")}, null from ${this.#from()} where ${this.#isOneOf(some)}`;
      const statement = lock === undefined ? select : sql`${select} ${lock}`;
      for (const read of await this.#all(connection, statement)) {
        const row = this.decode(read);
        const key = this.#keyOf(row);
        const text = JSON.stringify(key);
        if (!keysByText.has(text)) continue; // a collation calls it equal to one that is
        if (rows.has(text)) shared = key;
        rows.set(text, row);
      }
    }
    return { rows, shared };
  }

  async insert(connection: Connection, rows: readonly Row[]): Promise<InsertOutcome> {
    const { columns } = this.#layout;
    const { duplicates, repeated } = await this.#duplicates(connection, rows);
    if (duplicates.length > 0) return { rows: [], duplicates, repeated };
    const keys: Key[] = [];
    for (const [position, row] of rows.entries()) {
      const written = columns
        .map((column, at) => [column, this.#encode(column, row, at)] as const)
        .filter(([column, value]) => column.isWritten && (value !== null || !column.hasDefault));
      for (const [column, value] of written) this.#refuse(refusedValue(column, value), position);
      const names = written.map(([{ name }]) => sqlName(name));
      const values = written.map(([column, value]) => writtenValue(column, value));
      const what =
        written.length === 0
          ? this.#insert.noValues
          : sql`(${joinSql(names, ", ")}) values (${joinSql(values, ", ")})`;
      const key = this.#key.map(({ name, read }) => (read ? read(sqlName(name)) : sqlName(name)));
      const returning = this.#insert.returning(joinSql(key, ", "));
      const statement = sql`insert into ${this.#layout.relation} ${what} ${returning}`;
      const given = written.map(([column], at) => [column, values[at] as SqlFragment] as const);
      const [read] = await this.#refusing(position, () => this.#all(connection, statement), given);
      keys.push(read === undefined ? await this.#keyGiven(connection, row) : this.#codec.decodeKey(read));
    }
    const stored = await this.getByKeys(connection, keys);
    const inserted = stored.map((row, at) => row ?? this.#lost(keys[at] as Key));
    for (const [position, row] of inserted.entries())
      this.#refuse(otherThanSent(columns, rows[position] as Row, row), position);
    return { rows: inserted, duplicates: [] };
  }

  /** The key of a row that was inserted without answering one. */
  async #keyGiven(connection: Connection, row: Row): Promise<Key> {
    const key = this.#keyOf(row);
    const { lastNumber } = this.#insert;
    if (lastNumber === undefined || key.length > 1 || this.#codec.isKeyGiven(key)) return key;
    const [read] = await connection.all(lastNumber);
    return read === undefined ? key : this.#codec.decodeKey(read);
  }

  /** Sets the columns that change, and leaves the others to other programs. */
  async update(connection: Connection, rows: readonly Row[]): Promise<readonly Row[]> {
    const { columns } = this.#layout;
    const keys = rows.map((row) => this.#keyOf(row));
    const before = await this.getByKeys(connection, keys);
    const unmatched: number[] = [];
    for (const [position, row] of rows.entries()) {
      const old = before[position] ?? this.#lost(keys[position] as Key);
      const changed = [...columns.entries()].filter(
        ([at, { isWritten, form }]) =>
          isWritten &&
          !this.#layout.table.key.includes(at) &&
          (!isAsRead(old[at], row[at], form) ||
            exactInstant(row, at) !== undefined ||
            hasOtherDigits(old, row, at)),
      );
      if (changed.length === 0) continue;
      const written = changed.map(([at, column]) => {
        const value = this.#encode(column, row, at);
        this.#refuse(refusedValue(column, value), position);
        return [column, writtenValue(column, value)] as const;
      });
      const sets = written.map(([column, value]) => sql`${sqlName(column.name)} = ${value}`);
      const isKey = this.#isExactlyOneOf(this.#codec.encodeKey(this.#keyOf(old)));
      const statement = sql`update ${this.#layout.relation} set ${joinSql(sets, ", ")} where ${isKey}`;
      const count = await this.#refusing(position, () => this.#run(connection, statement), written);
      if (count === 0) unmatched.push(position);
    }
    const after = await this.getByKeys(connection, keys);
    for (const [position, row] of after.entries()) {
      const sent = rows[position] as Row;
      if (row !== undefined) this.#refuse(otherThanSent(columns, sent, row, before[position]), position);
    }
    const ignored = unmatched.find((position) => isSame(before[position], after[position]));
    if (ignored !== undefined && this.#dialect.sources?.countsUnchanged)
      throw this.#ignored(keys[ignored] as Key, ignored);
    return after.map((row, at) => row ?? this.#lost(keys[at] as Key));
  }

  /** A value that is refused before the database would end the transaction for it, or after the database has made another one of it. */
  #refuse(refused: RefusedValue | undefined, position: number): void {
    if (refused === undefined) return;
    const { kind, column, message } = refused;
    const violation: Violation = { kind, columns: [column], message };
    throw new ConstraintViolation(violation, this.#layout.table.name, this.columnsOf(violation), position);
  }

  async delete(connection: Connection, keys: readonly Key[]): Promise<void> {
    const before = await this.getByKeys(connection, keys);
    let isWhole = true;
    for (const [position, key] of keys.entries()) {
      const row = before[position];
      const encoded = this.#codec.encodeKey(row === undefined ? key : this.#keyOf(row));
      if (encoded.length === 0) continue;
      const statement = sql`delete from ${this.#layout.relation} where ${this.#isExactlyOneOf(encoded)}`;
      const count = await this.#refusing(position, () => this.#run(connection, statement));
      if (count === 0) isWhole = false;
    }
    if (isWhole) return;
    const after = await this.getByKeys(connection, keys);
    // A row that a rule or a trigger marks in place of deleting it is another one than before.
    const ignored = after.findIndex((row, at) => row !== undefined && isSame(row, before[at]));
    if (ignored >= 0) throw this.#ignored(keys[ignored] as Key, ignored);
  }

  /** Positions of rows whose key is there already or stood earlier; a key that the database gives is none. */
  async #duplicates(connection: Connection, rows: readonly Row[]) {
    const keys = rows.map((row) => this.#keyOf(row));
    const { rows: there } = await this.#rowsOf(connection, keys, false);
    const given = keys.flatMap((key, at) => (this.#codec.isKeyGiven(key) ? [{ at, key }] : []));
    const repeated = await this.#repeated(connection, given);
    const seen = new Set<string>();
    const duplicates = given.flatMap(({ at, key }) => {
      const text = JSON.stringify(key);
      const isTwice = seen.has(text) || repeated.has(at);
      seen.add(text);
      return isTwice || there.has(text) ? [at] : [];
    });
    return { duplicates, repeated };
  }

  /** Positions of keys that the database takes for equal to one that stood earlier, of so many at once. */
  async #repeated(
    connection: Connection,
    keys: readonly { readonly at: number; readonly key: Key }[],
  ): Promise<ReadonlySet<number>> {
    const repeated = new Set<number>();
    if (!this.#isLoose) return repeated;
    const names = joinSql(
      this.#key.map((_, part) => sqlName(`part ${part}`)),
      ", ",
    );
    // The first of the parts of a union says how they are compared.
    const columns = this.#key.map(({ name }, part) => sql`${sqlName(name)} as ${sqlName(`part ${part}`)}`);
    const none = sql`select 0 as place, ${joinSql(columns, ", ")} from ${this.#layout.relation} where 1 = 0`;
    for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
      const each = keys.slice(start, start + KEYS_AT_ONCE).flatMap(({ at, key }) => {
        const values = this.#codec.encodeKey(key)[0]?.map((value, part) => partOfKey(this.#key[part], value));
        return values === undefined
          ? []
          : [sql`select ${new SqlFragment([String(at)])}, ${joinSql(values, ", ")}`];
      });
      if (each.length < 2) continue;
      const all = joinSql([none, ...each], " union all ");
      const numbered = sql`select place, row_number() over (partition by ${names} order by place) as seen from (${all}) as k`;
      for (const [at] of await this.#all(
        connection,
        sql`select place from (${numbered}) as n where seen > 1`,
      ))
        repeated.add(Number(at));
    }
    return repeated;
  }

  /** Whether the database takes keys for equal that differ. */
  get #isLoose(): boolean {
    return this.#layout.isKeyUnique && this.#key.some(({ isLike }) => isLike !== undefined);
  }

  #encode(column: SourceColumn, row: Row, at: number): SqlValue {
    return this.#codec.encode(column, row[at] ?? null, exactInstant(row, at), exactDigits(row, at));
  }

  #keyOf(row: Row): Key {
    return this.#layout.table.key.map((at) => row[at] ?? null);
  }

  #from(): SqlFragment {
    return sql`${this.#layout.relation} as ${sqlName(INNER)}`;
  }

  #read({ name, read }: SourceColumn): SqlFragment {
    const column = sqlName(INNER, name);
    return read === undefined ? column : read(column);
  }

  #isOneOf(keys: readonly (readonly SqlValue[])[]): SqlFragment {
    const [first] = this.#key;
    const isListed = first?.matches === undefined && !keys.some((key) => key.includes(null));
    if (this.#key.length > 1 || first === undefined || !isListed) return this.#isExactlyOneOf(keys);
    const values = keys.map(([value]) => seekOf(first, value ?? null));
    return sql`${sqlName(first.name)} in (${joinSql(values, ", ")})`;
  }

  #isExactlyOneOf(keys: readonly (readonly SqlValue[])[]): SqlFragment {
    const [only, ...others] = keys.map((key) => this.#isKey(key));
    if (only === undefined) return sql`false`;
    return others.length === 0
      ? only
      : joinSql(
          [only, ...others].map((key) => sql`(${key})`),
          " or ",
        );
  }

  #isKey(key: readonly SqlValue[]): SqlFragment {
    const parts = this.#key.map((column, part) => hasValue(column, key[part] ?? null));
    return joinSql(parts, " and ");
  }

  async #all(connection: Connection, statement: SqlFragment): Promise<SqlValue[][]> {
    const { text, values } = renderSql(statement, this.#dialect);
    return connection.all(text, values);
  }

  async #run(connection: Connection, statement: SqlFragment): Promise<number> {
    const { text, values } = renderSql(statement, this.#dialect);
    return connection.run(text, values);
  }

  /** Runs `work`; a constraint of the database that the row breaks comes out as a `ConstraintViolation`. */
  async #refusing<T>(
    position: number,
    work: () => Promise<T>,
    written: readonly (readonly [SourceColumn, SqlFragment])[] = [],
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const told = this.#dialect.violationOf?.(error);
      if (told === undefined) throw error;
      const violation =
        told.columns.length > 0 ? told : { ...told, columns: columnOfParameter(told, written) };
      throw new ConstraintViolation(violation, this.#layout.table.name, this.columnsOf(violation), position);
    }
  }

  /** The columns of the definition that a violation is about. */
  columnsOf({ columns }: Violation): readonly string[] {
    return this.#layout.columns.filter(({ name }) => columns.includes(name)).map(({ column }) => column);
  }

  #ignored(key: Key, position: number): ConstraintViolation {
    const message = `the row ${this.#codec.shownKey(key)} is as it was after it was written; a trigger may have kept it so`;
    return new ConstraintViolation(
      { kind: "trigger", columns: [], message },
      this.#layout.table.name,
      [],
      position,
    );
  }

  /** Rows whose keys differ by less than their columns here can hold. */
  #severalRows(key: Key): UnreadableValue {
    const first = this.#key.find(({ matches }) => matches !== undefined) ?? this.#key[0];
    const { name: table } = this.#layout.table;
    return new UnreadableValue({
      ...{ table, column: first?.column ?? "", key: this.#codec.shownKey(key) },
      value: "several that are read as the same",
    });
  }

  /** A trigger or a rule of the database may keep a row from where it is looked for. */
  #lost(key: Key): never {
    const { name } = this.#layout.table;
    const message = `the row ${JSON.stringify(key)} is not there after it was written; a trigger may have kept it out`;
    throw new ConstraintViolation({ kind: "trigger", columns: [], message }, name, [], 0);
  }
}

const KEYS_AT_ONCE = 256;
