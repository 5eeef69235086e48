import { nameableBy } from "@tablewright/core";
import { closed, listSchema, oneOfValues, reference, says, TEXT, TEXTS } from "../openapi/json-schema.ts";
import { defineApplicationRoute } from "./define-application-route.ts";

const RIGHTS = ["events", "tests", "undo"] as const;

export const listTables = defineApplicationRoute({
  method: "GET",
  path: "tables",
  operation: "listTables",
  summary: "The tables and slices.",
  isInstant: true,
  answers: "TableList",
  schemas: {
    TableList: says(
      closed(
        {
          app: closed({ id: TEXT, name: TEXT }),
          tables: listSchema(reference("ListedTable")),
          slices: listSchema(closed({ name: TEXT, table: TEXT })),
          rights: says(listSchema(oneOfValues(...RIGHTS)), "What the caller may do besides calls on rows."),
        },
        {
          functions: says(
            listSchema(reference("ListedFunction")),
            "What Selectors may call besides the functions of the language; left out where there are none.",
          ),
        },
      ),
      "The tables, slices and functions that the caller reaches, in the definition's order.",
    ),
    ListedTable: closed({
      name: TEXT,
      key: says(TEXTS, "The names of the key columns."),
      label: says(TEXT, "The column that rows are called by."),
    }),
    ListedFunction: says(
      closed(
        { name: TEXT, parameters: listSchema(closed({ name: TEXT, type: TEXT })), result: TEXT },
        { description: TEXT },
      ),
      "Types are those that a definition writes, such as `List of Line`.",
    ),
  },
  async answer({ application, key: { key } }) {
    const { id, name, tables, slices, functions } = application.engine.schema(undefined, nameableBy(key));
    const output = {
      app: { id, name },
      tables: tables.map((table) => ({ name: table.name, key: table.key, label: table.label })),
      slices: slices.map((slice) => ({ name: slice.name, table: slice.sliceOf })),
      ...(functions.length === 0 ? {} : { functions }),
      rights: RIGHTS.filter((right) => key[right]),
    };
    return { output, diagnostics: [] };
  },
});
