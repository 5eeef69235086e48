import {
  quoteName,
  SLOT,
  type SqlColumn,
  type SqlStoreDialect,
  type StoredForm,
  unusedName,
} from "@tablewright/store-sql";
import { asDouble } from "./as-double.ts";
import { ByArrays } from "./by-arrays.ts";
import { postgresIndexes, postgresNames, writeIndexes } from "./catalogue.ts";
import type { PostgresConnection } from "./connection.ts";
import { type PostgresFunctions, postgresWith } from "./expression-dialect.ts";
import { inListInSql } from "./in-list-in-sql.ts";
import {
  isLongestKeyShort,
  LONGEST_NAME,
  postgresColumnIndex,
  postgresFieldIndex,
  postgresKeyIndexes,
} from "./indexes.ts";
import { postgresOwnTables } from "./own-tables.ts";
import { primaryKey } from "./primary-key.ts";
import { slotSequence } from "./slots.ts";
import { postgresViolation } from "./sources/postgres-violation.ts";
import { postgresSourceForms } from "./sources/source-forms.ts";
import { nativeColumnType, nativeTypeName } from "./types.ts";

/** PostgreSQL, on a schema that has some of our functions. */
export function postgresDialect(functions: PostgresFunctions): SqlStoreDialect<PostgresConnection> {
  const expressions = postgresWith(functions);
  return {
    ...expressions,
    ...postgresOwnTables,
    longestName: LONGEST_NAME,
    castType: nativeTypeName,
    systemColumns: ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid", "oid"],
    namesInUse: postgresNames,
    ownColumn: columnOfForm,
    createTable: ({ name, columns }, names) => {
      // In the order in which rows are read, so that the server hands out whole rows as they lie.
      const parts = columns.map((column) => `${quoteName(column.name)} ${nativeColumnType(column.form)}`);
      const key = primaryKey(unusedName(`${name} by ${SLOT}`, names, LONGEST_NAME), names);
      const slots = `bigint ${slotSequence(unusedName(`${name} slots`, names, LONGEST_NAME), names)}`;
      return [
        `create table ${quoteName(name)} (${[...parts, `${quoteName(SLOT)} ${slots}`, key].join(", ")})`,
      ];
    },
    readIndexes: (connection, layout) => postgresIndexes(connection, layout.table.name),
    writeIndexes,
    keyIndexes: async (connection, layout) =>
      postgresKeyIndexes(layout, await isLongestKeyShort(connection, layout)),
    columnIndex: (layout, at) => postgresColumnIndex(layout, at, expressions),
    fieldIndex: (layout, at, field) => postgresFieldIndex(layout, at, field, expressions),
    inList: (list, column, row) => inListInSql(list, column, row, expressions),
    sources: { forms: postgresSourceForms, countsUnchanged: true },
    violationOf: postgresViolation,
    rowsOfTable: (layout) => new ByArrays(layout),
  };
}

/** How a column of our own tables is computed with; its decimals sum up and compare as they are. */
export function columnOfForm(form: StoredForm): Pick<SqlColumn, "widen" | "heldAs"> {
  return form === "real" ? { widen: asDouble, heldAs: "decimals" } : {};
}
