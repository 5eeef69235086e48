/** The sentences in which stores refuse to change what they hold, the same in all of them. */
export const migrationWords = {
  otherApplication: (owner: string, application: string) =>
    `The tables there belong to the application ${quoted(owner)}, and applications never share a table. Give ` +
    `${quoted(application)} another place: another file, or a schema with "?schema=…".`,

  notAsDefined: (table: string) =>
    `Table "${table}" is not there as the definition has it, and nothing is changed only for reading: let a server that ` +
    "may change it start first.",

  formerTables: (table: string) =>
    `A program of before 2026-11-27 has kept events or runs there in a table "${table}": send them by that program, and ` +
    "drop the table.",

  pendingTable: (was: string, table: string) =>
    `The table "${was}" is called "${table}" now, and only a migration renames it.`,

  pendingColumn: (was: string, column: string, table: string) =>
    `Column "${was}" of table "${table}" is called "${column}" now, and only a migration renames it.`,

  formerTable: (was: string, table: string) =>
    `The table "${was}" was renamed to "${table}" by a migration, and this definition does not know that: serve the ` +
    `definition that has "${table}". A definition that has both tables may use the old name for a new one.`,

  formerColumn: (was: string, column: string, table: string) =>
    `Column "${was}" of table "${table}" was renamed to "${column}" by a migration, and this definition does not know ` +
    `that: serve the definition that has "${column}". A definition that has both may use the old name for a new column.`,

  pendingValues: (column: string, table: string, held: string, holds: string) =>
    `Column "${column}" of table "${table}" holds values of the form ${held}, and the definition now wants ${holds}; ` +
    "only a migration converts them.",

  unread: (column: string, table: string, held: string, holds: string, values: NamedThings) =>
    `Column "${column}" of table "${table}" has ${values.length === 1 ? "1 value" : `${values.length} values`} of the form ` +
    `${held} that cannot be read as ${holds}: ${values}.`,

  newKey: (key: readonly string[], table: string, added: readonly string[], rows: number) =>
    `${joined(key)} cannot be the key of table "${table}": ${joined(added)} is new, and so blank in the ` +
    `${rows === 1 ? "row" : `${rows} rows`} there ${rows === 1 ? "is" : "are"}.`,

  blankKey: (key: readonly string[], table: string, rows: NamedThings) =>
    `${joined(key)} cannot be the key of table "${table}": it is blank in ${theRows(rows)}.`,

  sharedKey: (key: readonly string[], table: string, keys: NamedThings) =>
    `${joined(key)} cannot tell the rows of table "${table}" apart: ${keys}.`,
};

/** Things that a message names: the first of them, and how many more there are. */
export class NamedThings {
  readonly #most: number;
  readonly #between: string;
  readonly #first: string[] = [];
  #count = 0;

  constructor({ most = MOST_NAMED, between = ", " } = {}) {
    this.#most = most;
    this.#between = between;
  }

  get length(): number {
    return this.#count;
  }

  add(one: string): void {
    if (this.#count++ < this.#most) this.#first.push(one);
  }

  toString(): string {
    const more = this.#count - this.#first.length;
    return this.#first.join(this.#between) + (more > 0 ? ` and ${more} more` : "");
  }
}

const MOST_NAMED = 20;

/** The keys of rows, and of those that several rows have, which rows. Keys and rows are as a message names them. */
export class KeysOfRows {
  readonly #first = new Map<string, string>();
  readonly #shared = new Map<string, NamedThings>();

  add(key: string, row: string): void {
    const first = this.#first.get(key);
    if (first === undefined) {
      this.#first.set(key, row);
      return;
    }
    const rows = this.#shared.get(key) ?? new NamedThings({ most: MOST_ROWS_OF_A_KEY });
    if (rows.length === 0) rows.add(first);
    rows.add(row);
    this.#shared.set(key, rows);
  }

  get shared(): NamedThings {
    const keys = new NamedThings({ between: "; " });
    for (const [key, rows] of this.#shared) keys.add(`${theRows(rows)} have the key ${key}`);
    return keys;
  }
}

const MOST_ROWS_OF_A_KEY = 5;

/** A value, as it is kept, in a row. */
export function valueInRow(value: unknown, row: string): string {
  const text = JSON.stringify(value);
  return `${text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text} in the row ${row}`;
}

const LONGEST_SHOWN = 60;

/** A row by what identifies it. */
export function namedRow(values: readonly unknown[]): string {
  return quoted(values.map((value) => String(value ?? "")).join(": "));
}

function theRows(rows: NamedThings): string {
  return `the ${rows.length === 1 ? "row" : "rows"} ${rows}`;
}

function joined(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(" and ");
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
