import * as z from "zod";
import { fitWhole } from "../calls/fit-answer.ts";
import { defineTool } from "./define-tool.ts";
import { selectedBody } from "./selected-body.ts";
import { row, tableName } from "./table-name.ts";

export const explainFind = defineTool({
  name: "explain_find",
  title: "Explain a Find",
  description:
    "How rows would be found: what the database does and what is left to the engine. No row is read. Use it when a Selector is slow.",
  input: z.object({
    table: tableName,
    selector: z.string().optional().describe("The Selector, as in find_rows."),
    keys: z.array(row).optional().describe("Rows that hold key columns alone, instead of a Selector."),
    params: z.record(z.string(), z.unknown()).optional().describe("Values of [_PARAM].[name]."),
  }),
  does: "read",
  run: async ({ calls }, { table, ...selection }) => {
    const explained = await calls.explain(table, selectedBody(selection));
    return explained.ok ? fitWhole(explained.value) : explained;
  },
});
