import { quoteName } from "../fragments/quote-name.ts";
import { columnsAsStored, SLOT, type TableLayout } from "./table-layout.ts";

/**
 * The statements about the rows of one table that every database takes: text with parameters, never with a value. They are
 * few and the table settles them, so they are written down once as text and need no query builder. A row is read as the
 * table's columns in their order and then its slot.
 */
export class TableStatements {
  /** All rows in stored order. */
  readonly selectAll: string;
  /** Parameters: how many rows. The first rows in stored order. */
  readonly selectFirst: string;
  /** Parameters: a slot. The slots in use above it. */
  readonly slotsAbove: string;
  /** Parameters: a slot. Removes the rows above it. */
  readonly deleteAbove: string;
  /** Two statements, one after the other: slots become 1, 2, 3 … in the same order, clashing at no moment. */
  readonly renumber: readonly [string, string];
  /**
   * Parameters: the name of the table, then the key. After the row comes what the catalogue keeps of the table's numbering
   * when rows have left it; nothing else has to be read to answer one row.
   */
  readonly selectAlone: string;

  constructor(layout: TableLayout, dialect: TableDialect) {
    const names = columnsAsStored(layout).map(({ name }) => quoteName(name));
    const keyNames = layout.table.key.map((part) => names[part] as string);
    const table = quoteName(layout.name);
    const read = [...names, slot].map((name) => `t.${name}`).join(", ");
    const isKey = keyNames.map((name, part) => `t.${name} = ${dialect.placeholder(part + 2)}`);

    this.selectAll = `select ${read} from ${table} as t order by t.${slot}`;
    this.selectFirst = `${this.selectAll} limit ${dialect.placeholder(1)}`;
    this.slotsAbove = `select ${slot} from ${table} where ${slot} > ${dialect.placeholder(1)}`;
    this.deleteAbove = `delete from ${table} where ${slot} > ${dialect.placeholder(1)}`;
    this.selectAlone =
      `select ${read}, n.row_numbers, n.highest, n.gaps from ${table} as t ` +
      `left join tablewright_tables as n on n.name = ${dialect.placeholder(1)} and n.gaps <> '[]' ` +
      `where ${isKey.join(" and ")}`;
    this.renumber = [
      dialect.renumber?.(table, slot) ??
        `update ${table} set ${slot} = -ranked.rank from ` +
          `(select ${slot} as place, row_number() over (order by ${slot}) as rank from ${table}) as ranked ` +
          `where ${table}.${slot} = ranked.place and ranked.place <> ranked.rank`,
      `update ${table} set ${slot} = -${slot} where ${slot} < 0`,
    ];
  }
}

const slot = quoteName(SLOT);

export interface TableDialect {
  placeholder(position: number): string;
  /** The statement that gives rows the negative of their rank by slot, where it differs; missing where UPDATE takes FROM. */
  renumber?(table: string, slot: string): string;
}
