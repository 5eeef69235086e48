import {
  type CataloguedTable,
  type LaidOutColumn,
  quoteName,
  SLOT,
  type StoredForm,
} from "@tablewright/store-sql";
import { postgresIndexes } from "../catalogue.ts";
import type { PostgresConnection } from "../connection.ts";

/** A table as version 1 has made it. */
export interface OldTable extends CataloguedTable {
  /** The columns whose types change. */
  readonly columns: readonly LaidOutColumn[];
  /** The columns of the key, by names of the database. */
  readonly key: readonly string[];
  /** The index of the slots, which is not unique. */
  readonly slotIndex: string | undefined;
  readonly hasPrimaryKey: boolean;
}

export async function readOldTable(connection: PostgresConnection, kept: CataloguedTable): Promise<OldTable> {
  const relation = quoteName(kept.name);
  const types = await connection.all(
    "select attname::text, format_type(atttypid, null) from pg_attribute where attrelid = $1::text::regclass and attnum > 0",
    [relation],
  );
  const typeOf = new Map(types.map(([name, type]) => [name, type]));
  const indexes = await connection.all(
    "select c.relname::text, i.indisprimary, i.indisunique, " +
      "i.indnatts = 1 and a.attname = $2 from pg_index i join pg_class c on c.oid = i.indexrelid " +
      "left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] where i.indrelid = $1::text::regclass",
    [relation, SLOT],
  );
  const ofSlots = indexes.find(([, , isUnique, isOnSlot]) => isOnSlot === 1 && isUnique === 0);
  const unique = (await postgresIndexes(connection, kept.table)).find(({ isUnique }) => isUnique);
  return {
    ...kept,
    columns: kept.columns.filter(
      ({ name, form }) => OLD_TYPES[form] !== undefined && typeOf.get(name) === OLD_TYPES[form],
    ),
    key: unique?.columns ?? [],
    slotIndex: ofSlots === undefined ? undefined : String(ofSlots[0]),
    hasPrimaryKey: indexes.some(([, isPrimary]) => isPrimary === 1),
  };
}

/** The types in version 1 of columns that have another one now. */
const OLD_TYPES: Readonly<Partial<Record<StoredForm, string>>> = {
  date: "text",
  time: "text",
  datetime: "text",
  json: "text",
  real: "double precision",
};
