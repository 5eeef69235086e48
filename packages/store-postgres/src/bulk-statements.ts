import { columnsAsStored, quoteName, SLOT, type TableLayout, TableStatements } from "@tablewright/store-sql";
import { listHoles, postgresDialect, typeName } from "./postgres-dialect.ts";

/**
 * The statements about many rows of one table at once: each parameter takes the values of a column, one for each row, so a
 * statement is the same text for any number of rows. A row is read as the table's columns in their order and its slot.
 */
export class BulkStatements {
  /** All rows in stored order. */
  readonly selectAll: string;
  /** Holes: how many rows. The first rows in stored order. */
  readonly selectFirst: string;
  /** As `TableStatements` has it. */
  readonly selectAlone: string;
  /** Holes: the key parts, for one row. */
  readonly selectByKey: string;
  /** Holes: the key parts. Behind each row stands the position of its key, from 1. */
  readonly selectByKeys: string;
  /** Holes: the columns, then the slots. Inserts no row whose key exists already or stood earlier. */
  readonly insert: string;
  /** Holes: a slot. Removes the rows above it. */
  readonly deleteAbove: string;
  /** Holes: a slot. The slots in use above it. */
  readonly slotsAbove: string;
  /** Holes: `changed`, the key parts, then the count of rows. Does nothing unless there is a row for each key. Answers the slot and the position, from 1. */
  readonly update: string;
  /** Positions, within the table's columns, of those that an update sets. */
  readonly changed: readonly number[];
  /** Holes: the key parts. Answers the slots of the rows that were. */
  readonly delete: string;
  /** Holes: slots and slots in use. How many rows are above the one up to the other, for each pair, behind the second slot. */
  readonly countBetween: string;
  /** Two statements, one after the other: slots become 1, 2, 3 … in the same order. */
  readonly renumber: readonly [string, string];

  constructor(layout: TableLayout) {
    const columns = columnsAsStored(layout).map(({ name, form }) => ({
      name: quoteName(name),
      type: typeName(form),
    }));
    const { key } = layout.table;
    const { selectAll, selectFirst, selectAlone, changed, renumber } = new TableStatements(
      layout,
      postgresDialect,
    );
    this.selectAll = selectAll;
    this.selectFirst = selectFirst;
    this.selectAlone = selectAlone;
    this.changed = changed;
    this.renumber = renumber;

    const table = quoteName(layout.name);
    const typesAt = (positions: readonly number[]) => positions.map((at) => columns[at]?.type ?? "");
    const keyTypes = typesAt(key);
    const sameKey = (row: string) =>
      key.map((at, part) => `${row}.${columns[at]?.name} = given.k${part}`).join(" and ");
    const keyParts = key.map((_, part) => `k${part}`);
    const names = columns.map(({ name }) => name);

    // Planned once, which the one for many rows is not.
    this.selectByKey =
      `select ${[...names, slot].map((name) => `t.${name}`).join(", ")} from ${table} as t ` +
      `where ${key.map((at, part) => `t.${names[at]} = $${part + 1}`).join(" and ")}`;
    this.selectByKeys =
      `select ${[...names, slot].map((name) => `t.${name}`).join(", ")}, given.at ` +
      `from unnest(${listHoles(keyTypes)}) with ordinality as given (${keyParts.join(", ")}, at) ` +
      `join ${table} as t on ${sameKey("t")}`;
    this.insert =
      `insert into ${table} (${[...names, slot].join(", ")}) ` +
      `select * from unnest(${listHoles([...columns.map(({ type }) => type), "bigint"])}) ` +
      "on conflict do nothing";
    this.deleteAbove = `delete from ${table} where ${slot} > $1`;
    this.slotsAbove = `select ${slot} from ${table} where ${slot} > $1`;
    const sets = changed.map((at, position) => `${names[at]} = given.c${position}`);
    const keyParameters = listHoles(keyTypes, changed.length + 1);
    this.update =
      `update ${table} as t set ${sets.join(", ")} ` +
      `from unnest(${listHoles(typesAt(changed))}, ${keyParameters}) with ordinality ` +
      `as given (${[...changed.map((_, position) => `c${position}`), ...keyParts, "at"].join(", ")}) ` +
      `where ${sameKey("t")} and $${changed.length + key.length + 1}::bigint = ` +
      `(select count(*) from unnest(${keyParameters}) as given (${keyParts.join(", ")}) join ${table} as found ` +
      `on ${sameKey("found")}) returning t.${slot}, given.at`;
    this.delete =
      `delete from ${table} as t using unnest(${listHoles(keyTypes)}) as given (${keyParts.join(", ")}) ` +
      `where ${sameKey("t")} returning t.${slot}`;
    // The rows above one slot are walked through once, however many of them are asked for.
    this.countBetween =
      `with given as (select * from unnest(${listHoles(["bigint", "bigint"])}) as given (above, last)), ` +
      "stretch as (select above, max(last) as last from given group by above) " +
      `select t.${slot}, t.place from stretch cross join lateral ` +
      `(select ${slot}, row_number() over (order by ${slot}) as place from ${table} ` +
      `where ${slot} > stretch.above and ${slot} <= stretch.last) as t ` +
      `where t.${slot} in (select last from given)`;
  }
}

const slot = quoteName(SLOT);
