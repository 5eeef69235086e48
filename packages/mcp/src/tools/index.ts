/** Every tool, one line each, in the order in which assistants read of them. */
import { carryOutTool } from "./carry-out.ts";
import { decideTool, explainDecisionTool, listDecisionsTool } from "./decisions.ts";
import type { Tool } from "./define-tool.ts";
import { explainFindTool, findRowsTool } from "./find-rows.ts";
import { prepareChangesTool, prepareChangeTool } from "./prepare-change.ts";
import { prepareUndoTool } from "./prepare-undo.ts";
import { rowHistoryTool } from "./row-history.ts";
import { summariseRowsTool } from "./summarise-rows.ts";
import { describeTableTool, listTablesTool } from "./tables.ts";

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
