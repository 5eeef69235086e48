/** Every tool, one line each, in the order in which assistants read of them. */
import { carryOut } from "./carry-out.ts";
import type { Tool } from "./define-tool.ts";
import { describeTable } from "./describe-table.ts";
import { explainFind } from "./explain-find.ts";
import { findRows } from "./find-rows.ts";
import { listTables } from "./list-tables.ts";
import { prepareChange } from "./prepare-change.ts";
import { prepareUndo } from "./prepare-undo.ts";
import { rowHistory } from "./row-history.ts";
import { summariseRows } from "./summarise-rows.ts";

export const tools: readonly Tool[] = [
  listTables,
  describeTable,
  findRows,
  summariseRows,
  rowHistory,
  explainFind,
  prepareChange,
  prepareUndo,
  carryOut,
];
