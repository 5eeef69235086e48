import type { SummaryValue } from "@tablewright/client";
import * as z from "zod";
import { fitAnswer } from "../calls/fit-answer.ts";
import { done } from "../calls/reply.ts";
import { defineTool } from "./define-tool.ts";
import { rowSelection, selection, tableName } from "./inputs.ts";

export const summariseRowsTool = defineTool({
  name: "summarise_rows",
  title: "Summarise rows",
  description:
    "Counts, sums, averages, least and greatest values of rows, in groups by the values of columns. Use it instead of reading rows " +
    "and computing yourself: it reads all of them and is exact.",
  input: z.object({
    table: tableName,
    ...selection,
    by: z
      .array(z.string())
      .optional()
      .describe("Columns whose equal values make a group; without any, all rows are one group."),
    values: z
      .record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]))
      .optional()
      .describe(
        'What is computed of each group, by a name of your choice: "COUNT", or {"SUM": "Column"}, AVERAGE, MIN or MAX.',
      ),
  }),
  does: "read",
  run: async ({ calls }, { table, by, values, ...input }) => {
    // What is no function is refused by the API, which says which there are.
    const computed = values as Readonly<Record<string, SummaryValue<string>>> | undefined;
    const summary = await calls.summarise(table, { ...rowSelection(input), by, values: computed });
    return summary.ok ? done(fitAnswer(summary.value)) : summary;
  },
});
