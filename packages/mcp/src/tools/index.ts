/** Every tool, one line each, in the order in which assistants read of them. */
import { carryOutTool } from "./carry-out.ts";
import { decideTool } from "./decide.ts";
import type { Tool } from "./define-tool.ts";
import { describeTableTool } from "./describe-table.ts";
import { explainDecisionTool } from "./explain-decision.ts";
import { explainFindTool } from "./explain-find.ts";
import { findRowsTool } from "./find-rows.ts";
import { listDecisionsTool } from "./list-decisions.ts";
import { listTablesTool } from "./list-tables.ts";
import { prepareChangesTool, prepareChangeTool } from "./prepare-change.ts";
import { prepareUndoTool } from "./prepare-undo.ts";
import { rowHistoryTool } from "./row-history.ts";
import { summariseRowsTool } from "./summarise-rows.ts";

export const tools: readonly Tool[] = [
  listTablesTool,
  describeTableTool,
  findRowsTool,
  summariseRowsTool,
  rowHistoryTool,
  explainFindTool,
  listDecisionsTool,
  decideTool,
  explainDecisionTool,
  prepareChangeTool,
  prepareChangesTool,
  prepareUndoTool,
  carryOutTool,
];
