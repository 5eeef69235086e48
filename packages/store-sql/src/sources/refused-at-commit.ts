import { ConstraintViolation } from "@tablewright/core/storage";
import type { OpenedTable } from "../store/opened-tables.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";

/**
 * What a transaction was refused for at its end, by a constraint of another program that is deferred until then; every other error
 * as it is. Which row it is the database does not say.
 */
export function refusedAtCommit<Connection extends SqlConnection>(
  error: unknown,
  tables: Iterable<OpenedTable<Connection>>,
  dialect: Pick<SqlStoreDialect<Connection>, "violationOf">,
): unknown {
  if (error instanceof ConstraintViolation) return error;
  const violation = dialect.violationOf?.(error);
  const relation = violation?.relation;
  if (violation === undefined || relation === undefined) return error;
  for (const table of tables) {
    if (!table.isSource) continue;
    const { source, name } = table.layout.table;
    const isSame = source?.table === relation.table && (source.schema ?? relation.schema) === relation.schema;
    if (isSame) return new ConstraintViolation(violation, name, table.rows.columnsOf(violation), 0);
  }
  return error;
}
