import * as z from "zod";
import { fitWhole } from "../calls/fit-answer.ts";
import { defineTool } from "./define-tool.ts";
import { rowSelection, selection, tableName } from "./inputs.ts";

export const explainFindTool = defineTool({
  name: "explain_find",
  title: "Explain a Find",
  description:
    "How rows would be found: what the database does and what is left to the engine. No row is read. Use it when a Selector is slow.",
  input: z.object({ table: tableName, ...selection }),
  does: "read",
  run: async ({ calls }, { table, ...input }) => {
    const explained = await calls.explain(table, rowSelection(input));
    return explained.ok ? fitWhole(explained.value) : explained;
  },
});
