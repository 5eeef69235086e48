import * as z from "zod";
import { fitRows } from "../calls/fit-answer.ts";
import { done } from "../calls/reply.ts";
import { defineTool } from "./define-tool.ts";
import { tableName } from "./inputs.ts";

export const rowHistoryTool = defineTool({
  name: "row_history",
  title: "History of a row",
  description:
    "Who changed a row, when, by what, and what its values were before and after; the newest first. There is one where the " +
    "application records changes and the caller may read them.",
  input: z.object({
    table: tableName,
    key: z
      .union([z.string(), z.number()])
      .describe('The key of the row; of several columns the text of _ComputedKey, such as "1001: 2".'),
  }),
  does: "read",
  run: async ({ calls }, { table, key }) => {
    const history = await calls.history(table, String(key));
    if (!history.ok) return history;
    const { rows: versions, note } = fitRows(history.value.toReversed());
    return done({ versions, ...(note === undefined ? {} : { note }) });
  },
});
