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
  /** The highest slot in use. */
  readonly selectHighest: string;
  /** Parameters: a slot, and another. How many slots above the one, up to the other, are in use. */
  readonly countBetween: string;
  /** Parameters: a number, a slot, and another. Rows between the two get slots below zero: the number and their rank there, negated. */
  readonly rankBetween: string;
  /** Slots below zero become what they are above it. */
  readonly takeRanks: string;
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
    this.selectHighest = `select max(${slot}) from ${table}`;
    const between = (first: number) =>
      `${slot} > ${dialect.placeholder(first)} and ${slot} <= ${dialect.placeholder(first + 1)}`;
    this.countBetween = `select count(*) from ${table} where ${between(1)}`;
    const ranked =
      `(select ${slot} as place, ${dialect.placeholder(1)} + row_number() over (order by ${slot}) as place_wanted ` +
      `from ${table} where ${between(2)}) as ranked`;
    const isRanked = `${table}.${slot} = ranked.place`;
    const isElsewhere = "ranked.place <> ranked.place_wanted";
    this.rankBetween = dialect.joinsInUpdate
      ? `update ${table} join ${ranked} on ${isRanked} set ${table}.${slot} = -ranked.place_wanted where ${isElsewhere}`
      : `update ${table} set ${slot} = -ranked.place_wanted from ${ranked} where ${isRanked} and ${isElsewhere}`;
    this.takeRanks = `update ${table} set ${slot} = -${slot} where ${slot} < 0`;
  }
}

const slot = quoteName(SLOT);

export interface TableDialect {
  placeholder(position: number): string;
  /** Whether UPDATE names what it reads besides its table by JOIN before SET, and not by FROM after it. */
  readonly joinsInUpdate?: boolean;
}
