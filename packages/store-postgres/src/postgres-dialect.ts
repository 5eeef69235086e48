import {
  freeName,
  quoteName,
  SLOT,
  type SqlColumn,
  type SqlStoreDialect,
  type StoredForm,
} from "@tablewright/store-sql";
import { asDouble } from "./as-double.ts";
import { ByArrays } from "./by-arrays.ts";
import { namesInUse, readIndexes, writeIndexes } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import { type PostgresFunctions, postgresWith } from "./expression-dialect.ts";
import { inListInSql } from "./in-list-in-sql.ts";
import { columnIndex, isLongestKeyShort, keyIndexes, LONGEST_NAME } from "./indexes.ts";
import { journalDialect } from "./journal-dialect.ts";
import { primaryKey } from "./primary-key.ts";
import { continueSlots, restartSlots, slotSequence } from "./slots.ts";
import { sourceForms } from "./sources/source-forms.ts";
import { violationOf } from "./sources/violation-of.ts";
import { columnType, typeName } from "./types.ts";

/** PostgreSQL, on a schema that has some of our functions. */
export function postgresDialect(functions: PostgresFunctions): SqlStoreDialect<Connection> {
  const expressions = postgresWith(functions);
  return {
    ...expressions,
    ...journalDialect,
    longestName: LONGEST_NAME,
    castType: typeName,
    systemColumns: ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid", "oid"],
    namesInUse,
    ownColumn,
    createTable: ({ name, columns }, names) => {
      // In the order in which rows are read, so that the server hands out whole rows as they lie.
      const parts = columns.map((column) => `${quoteName(column.name)} ${columnType(column.form)}`);
      const key = primaryKey(freeName(`${name} by ${SLOT}`, names, LONGEST_NAME), names);
      const slots = `bigint ${slotSequence(freeName(`${name} slots`, names, LONGEST_NAME), names)}`;
      return [
        `create table ${quoteName(name)} (${[...parts, `${quoteName(SLOT)} ${slots}`, key].join(", ")})`,
      ];
    },
    continueSlots,
    restartSlots,
    readIndexes: (connection, layout) => readIndexes(connection, layout.table.name),
    writeIndexes,
    keyIndexes: async (connection, layout) => keyIndexes(layout, await isLongestKeyShort(connection, layout)),
    columnIndex: (layout, at) => columnIndex(layout, at, expressions),
    inList: (list, column, row) => inListInSql(list, column, row, expressions),
    sourceForms,
    countsUnchanged: true,
    violationOf,
    rowsOfTable: (layout) => new ByArrays(layout),
  };
}

/** How a column of our own tables is computed with; its decimals sum up and compare as they are. */
export function ownColumn(form: StoredForm): Pick<SqlColumn, "widen" | "heldAs"> {
  return form === "real" ? { widen: asDouble, heldAs: "decimals" } : {};
}
