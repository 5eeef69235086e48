/** What tables there are, and what each holds. */
import * as z from "zod";
import { fitWhole } from "../calls/fit-answer.ts";
import { defineTool } from "./define-tool.ts";
import { tableName } from "./inputs.ts";

export const listTablesTool = defineTool({
  name: "list_tables",
  title: "List the tables",
  description:
    "The tables and slices of the application, with their keys, and the functions that Selectors may call. Begin here.",
  input: z.object({}),
  does: "read",
  run: async ({ calls }) => {
    const tables = await calls.tables();
    return tables.ok ? fitWhole(tables.value) : tables;
  },
});

export const describeTableTool = defineTool({
  name: "describe_table",
  title: "Describe a table",
  description:
    "The columns of a table or slice with their types, choices and bounds, which changes it takes, and its actions. " +
    "Rows leave out cells of columns with readIf that are not for you. " +
    "Look here before you write a Selector or a change.",
  input: z.object({ table: tableName }),
  does: "read",
  run: async ({ calls }, { table }) => {
    const schema = await calls.schema(table);
    return schema.ok ? fitWhole(schema.value) : schema;
  },
});
