import { type Diagnostic, DiagnosticList, diagnose } from "../../diagnostics/index.ts";
import type { Task } from "../../expression/parts.ts";
import type { TableDefinition, UpdateMode } from "../../schema/index.ts";
import type { RowReader } from "../../storage/index.ts";
import { allowedUpdates } from "../access/allowed-updates.ts";
import { isNameable } from "../access/is-nameable.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import type { StoredRow } from "../stages/rows.ts";
import type { PartRows } from "./find-parts.ts";

/**
 * Whether the caller may delete the parts that go with rows of the call's table, or edit rows that refer to them: an error
 * for each row and each table that does not take it. What a workflow rule writes is the application's own doing.
 */
export async function authoriseParts(
  call: Call,
  transaction: RowReader,
  wholes: readonly StoredRow[],
  parts: readonly PartRows[],
  mode: "delete" | "edit" = "delete",
): Promise<readonly Diagnostic[]> {
  if (call.isOwnDoing) return [];
  const tables = new Set(parts.map(({ table }) => table));
  const closed = await batchLoad(call, transaction, () => without(mode, call, tables));
  const owning = closed.map((table) => ({ name: table.name, owners: ownersOf(table, parts) }));
  const diagnostics = new DiagnosticList();
  for (const whole of wholes) {
    const { row, position } = whole;
    for (const { name } of owning.filter(({ owners }) => owners.has(whole))) {
      const key = writeKey(call.table, keyOfRow(call.table, row));
      const table = isNameable(call, name) ? name : undefined;
      diagnostics.add(
        diagnose(
          mode === "delete" ? "access/parts" : "access/blanking",
          { key, table },
          { row: position, key },
        ),
      );
    }
  }
  return diagnostics.all;
}

/** Those of the tables that do not take the change from the caller. */
function* without(
  mode: UpdateMode,
  call: Call,
  tables: Iterable<TableDefinition>,
): Task<readonly TableDefinition[]> {
  const closed: TableDefinition[] = [];
  for (const table of tables) if (!(yield* allowedUpdates(table, call)).has(mode)) closed.push(table);
  return closed;
}

/** The rows that have parts in a table. */
function ownersOf(table: TableDefinition, parts: readonly PartRows[]): ReadonlySet<StoredRow> {
  const owners = new Set<StoredRow>();
  for (const part of parts) {
    if (part.table === table) for (const { whole } of part.rows) owners.add(whole);
  }
  return owners;
}
