import { quoteName } from "../fragments/quote-name.ts";
import { RUN } from "./row-numbering.ts";
import type { StorageDialect } from "./storage-dialect.ts";
import { columnsAsStored, SLOT, type TableLayout } from "./table-layout.ts";

/**
 * The statements about the rows of one table: text with parameters, never with a value. They are few and the table settles
 * them, so they are written down once as text and need no query builder. A row is read as the table's
 * columns in their order and then its slot.
 */
export class TableStatements {
  /** All rows in stored order. */
  readonly selectAll: string;
  /** Holes: how many rows. The first rows in stored order. */
  readonly selectFirst: string;
  /** Holes: the columns, then the slot. Inserts nothing when the key exists already. */
  readonly insert: string;
  /** Holes: `changed`, then the key. Answers the slot of the row, or nothing when there is no such row. */
  readonly update: string;
  /** Positions, within the table's columns, of those that an update sets. */
  readonly changed: readonly number[];
  /** Holes: the key. Answers the slot of the row that was. */
  readonly delete: string;
  /** Holes: two slots. How many rows are above the first, up to the second. */
  readonly countBetween: string;
  /** Holes: a slot. The next slots in use above it, as many as a run of a `RowNumbering` can have. */
  readonly slotsAbove: string;
  /** Two statements, one after the other: slots become 1, 2, 3 … in the same order, clashing at no moment. */
  readonly renumber: readonly [string, string];
  /**
   * Holes: the name of the table, then the key. Behind the row stands what the catalogue keeps of the table's numbering
   * when rows have left it; nothing else has to be read to answer one row.
   */
  readonly selectAlone: string;
  readonly #dialect: StorageDialect;
  readonly #keyNames: readonly string[];
  readonly #name: string;
  readonly #read: string;
  readonly #selectByKeys = new Map<number, string>();

  constructor(layout: TableLayout, dialect: StorageDialect) {
    const names = columnsAsStored(layout).map(({ name }) => quoteName(name));
    const { key } = layout.table;
    const hole = (position: number) => dialect.placeholder(position);
    this.#dialect = dialect;
    this.#name = quoteName(layout.name);
    this.#keyNames = key.map((part) => names[part] as string);
    this.#read = [...names, slot].map((name) => `t.${name}`).join(", ");
    const others = [...names.keys()].filter((at) => !key.includes(at));
    this.changed = others.length > 0 ? others : key;
    const hasKey = (first: number) =>
      this.#keyNames.map((name, part) => `${name} = ${hole(first + part)}`).join(" and ");

    this.selectAll = `select ${this.#read} from ${this.#name} as t order by t.${slot}`;
    this.selectFirst = `${this.selectAll} limit ${hole(1)}`;
    this.insert =
      `insert into ${this.#name} (${[...names, slot].join(", ")}) ` +
      `values (${[...names, slot].map((_, at) => hole(at + 1)).join(", ")}) ` +
      `on conflict (${this.#keyNames.join(", ")}) do nothing`;
    const sets = this.changed.map((at, position) => `${names[at]} = ${hole(position + 1)}`);
    this.update =
      `update ${this.#name} set ${sets.join(", ")} ` + `where ${hasKey(sets.length + 1)} returning ${slot}`;
    this.delete = `delete from ${this.#name} where ${hasKey(1)} returning ${slot}`;
    this.countBetween = `select count(*) from ${this.#name} where ${slot} > ${hole(1)} and ${slot} <= ${hole(2)}`;
    this.slotsAbove = `select ${slot} from ${this.#name} where ${slot} > ${hole(1)} order by ${slot} limit ${RUN}`;
    this.selectAlone =
      `select ${this.#read}, n.row_numbers, n.highest, n.gaps from ${this.#name} as t ` +
      `left join tablewright_tables as n on n.name = ${hole(1)} and n.gaps <> '[]' ` +
      `where ${this.#keyNames.map((name, part) => `t.${name} = ${hole(part + 2)}`).join(" and ")}`;
    this.renumber = [
      `update ${this.#name} set ${slot} = -ranked.rank from ` +
        `(select ${slot} as place, row_number() over (order by ${slot}) as rank from ${this.#name}) as ranked ` +
        `where ${this.#name}.${slot} = ranked.place and ranked.place <> ranked.rank`,
      `update ${this.#name} set ${slot} = -${slot} where ${slot} < 0`,
    ];
  }

  /** Holes: the parts of `count` keys. Behind each row stands the position of its key, from 0. */
  selectByKeys(count: number): string {
    const known = this.#selectByKeys.get(count);
    if (known !== undefined) return known;
    const width = this.#keyNames.length;
    const wanted = Array.from({ length: count }, (_, at) => {
      const holes = this.#keyNames.map((_, part) => this.#dialect.placeholder(at * width + part + 1));
      return `(${[at, ...holes].join(", ")})`;
    });
    const parts = this.#keyNames.map((_, part) => `k${part}`);
    const made =
      `with wanted (at, ${parts.join(", ")}) as (values ${wanted.join(", ")}) ` +
      `select ${this.#read}, wanted.at from wanted cross join ${this.#name} as t ` +
      `where ${this.#keyNames.map((name, part) => `t.${name} = wanted.k${part}`).join(" and ")}`;
    this.#selectByKeys.set(count, made);
    return made;
  }
}

const slot = quoteName(SLOT);
