import { quoteName } from "../fragments/quote-name.ts";
import { columnsAsStored, SLOT, type TableLayout } from "./table-layout.ts";

/**
 * The statements about the rows of one table that every database takes: text with parameters, never with a value. They are
 * few and the table settles them, so they are written down once as text and need no query builder. A row is read as the
 * table's columns in their order and then its slot.
 */
export class TableStatements {
  /** Parameters: a slot in use. How many rows are up to it. */
  readonly countUpTo: string;
  /** Parameters: a slot, and another. The slots in use from the one to the other, ascending. */
  readonly slotsBetween: string;
  /** Parameters: the key. The row that has it. */
  readonly selectByKey: string;
  readonly #table: string;
  readonly #placeholder: TableDialect["placeholder"];

  constructor(layout: TableLayout, dialect: TableDialect) {
    const names = columnsAsStored(layout).map(({ name }) => quoteName(name));
    const keyNames = layout.table.key.map((part) => names[part] as string);
    const table = quoteName(layout.name);
    const read = [...names, slot].map((name) => `t.${name}`).join(", ");
    const isKey = keyNames.map((name, part) => `t.${name} = ${dialect.placeholder(part + 1)}`);

    const [first, second] = [1, 2].map(dialect.placeholder);
    this.countUpTo = `select count(*) from ${table} where ${slot} <= ${first}`;
    this.slotsBetween = `select ${slot} from ${table} where ${slot} >= ${first} and ${slot} <= ${second} order by ${slot}`;
    this.selectByKey = `select ${read} from ${table} as t where ${isKey.join(" and ")}`;
    this.#table = table;
    this.#placeholder = dialect.placeholder;
  }

  /** Parameters: so many slots. Those in use. */
  slotsAmong(count: number): string {
    return `select ${slot} from ${this.#table} where ${this.#among(count)}`;
  }

  /** Parameters: so many slots. Removes their rows. */
  deleteAmong(count: number): string {
    return `delete from ${this.#table} where ${this.#among(count)}`;
  }

  #among(count: number): string {
    return `${slot} in (${Array.from({ length: count }, (_, at) => this.#placeholder(at + 1)).join(", ")})`;
  }
}

const slot = quoteName(SLOT);

export interface TableDialect {
  placeholder(position: number): string;
}
