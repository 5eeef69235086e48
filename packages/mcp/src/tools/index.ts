/** Every tool, one line each, in the order in which assistants read of them. */
import { carryOut } from "./carry-out.ts";
import { decide } from "./decide.ts";
import type { Tool } from "./define-tool.ts";
import { describeTable } from "./describe-table.ts";
import { explainDecision } from "./explain-decision.ts";
import { explainFind } from "./explain-find.ts";
import { findRows } from "./find-rows.ts";
import { listDecisions } from "./list-decisions.ts";
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
  listDecisions,
  decide,
  explainDecision,
  prepareChange,
  prepareUndo,
  carryOut,
];
