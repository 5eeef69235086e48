import { quoteName, SLOT, type SqlStoreDialect, sql } from "@tablewright/store-sql";
import { ByValues } from "./by-values.ts";
import { namesInUse } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import { dropColumn } from "./drop-column.ts";
import { expressionDialect } from "./expression-dialect.ts";
import { fitName, generatedColumns } from "./generated-columns.ts";
import { inListInSql } from "./in-list-in-sql.ts";
import { columnIndex, dropIndex, keyIndexes, readIndexes } from "./indexes.ts";
import { COMMENT, journalDialect, TABLE_ENDING, typeOf } from "./journal-dialect.ts";
import { sourceForms } from "./sources/source-forms.ts";
import { violationOf } from "./sources/violation-of.ts";

/**
 * MariaDB and MySQL as a store needs them. Names of columns differ by letters alone, tables lie in files, and each
 * statement that alters one is committed by itself.
 */
export const mysqlDialect: SqlStoreDialect<Connection> = {
  ...expressionDialect,
  ...journalDialect,
  // A table's name is that of a file, in which a character may take five bytes of 255.
  longestName: 48,
  fitName,
  systemColumns: [],
  altersInSteps: { dropColumn },
  namesInUse,
  createTable: (layout) => {
    const columns = layout.columns.map(({ name, form }) => `${quoteName(name)} ${typeOf(form)}`);
    const all = [...columns, `${quoteName(SLOT)} bigint primary key`, ...generatedColumns(layout)];
    return [
      `create table ${quoteName(layout.name)} (${all.join(", ")}) ${TABLE_ENDING} comment = '${COMMENT}'`,
    ];
  },
  readIndexes,
  keyIndexes,
  columnIndex,
  dropIndex,
  joinsInUpdate: true,
  inList: inListInSql,
  sourceForms,
  sourceInsert: {
    noValues: sql`() values ()`,
    // MySQL reads it as a comment.
    returning: (columns) => sql`/*M! returning ${columns} */`,
    lastNumber: "select last_insert_id()",
  },
  sourceLock: sql`for update`,
  violationOf,
  rowsOfTable: (layout) => new ByValues(layout),
};
