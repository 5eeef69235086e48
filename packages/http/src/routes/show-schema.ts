import { nameableBy } from "@tablewright/core";
import {
  BOOL,
  COUNT,
  closed,
  listSchema,
  NUMBER,
  oneOfValues,
  reference,
  says,
  TEXT,
  TEXTS,
} from "../openapi/json-schema.ts";
import { defineApplicationRoute } from "./define-application-route.ts";

const onlyTrue = { const: true };
const json = reference("JsonType");
const fields = says(listSchema(reference("FieldSchema")), "Of an object, or of the objects in an array.");
const items = says(json, "Of an array: the JSON type of its items.");

export const showSchema = defineApplicationRoute({
  method: "GET",
  path: "tables/:tableName/schema",
  operation: "showSchema",
  summary: "The columns of a table or slice.",
  isInstant: true,
  answers: "TableSchema",
  schemas: {
    TableSchema: says(
      closed(
        {
          name: TEXT,
          key: says(TEXTS, "The names of the key columns; several together are `_ComputedKey`."),
          label: says(TEXT, "The column that rows are called by."),
          columns: listSchema(reference("ColumnSchema")),
          updates: {
            anyOf: [listSchema(oneOfValues("add", "edit", "delete")), { const: "expression" }],
            description: "The changes it takes. `expression`: which they are is decided when a call is made.",
          },
          actions: listSchema(reference("ActionSchema")),
          slices: says(TEXTS, "Of a table: the names of its slices."),
        },
        { sliceOf: says(TEXT, "Of a slice: its table.") },
      ),
      "What the rows of a table or slice hold, and what can be done to them.",
    ),
    ColumnSchema: says(
      closed(
        {
          name: TEXT,
          type: says(TEXT, "The column type as the definition writes it, such as `Enum`."),
          json: says(json, "The JSON type of its cells, where a blank is null, or an empty list."),
          key: BOOL,
          label: BOOL,
          required: says(
            { anyOf: [BOOL, { const: "expression" }] },
            "`expression`: whether it may be blank depends on the row.",
          ),
          hasInitialValue: says(
            BOOL,
            "Whether an Add may leave it out and gives it a value all the same; a key of another program's table, the database may give.",
          ),
          virtual: says(BOOL, "Computed when it is read and never stored."),
          computed: says(BOOL, "Filled by the application."),
          writable: says(BOOL, "Whether a value that is sent is taken; else it is ignored with a warning."),
        },
        {
          items,
          fields,
          table: says(TEXT, "The table that a Ref, or the Refs of a list, point at."),
          partOf: onlyTrue,
          onDelete: says(
            oneOfValues("restrict", "clear", "delete"),
            "What becomes of a row when the one that its Ref points at is deleted; missing where the Ref stays as it is.",
          ),
          values: says(listSchema({}), "What an Enum, or an item of an EnumList, may be."),
          allowOtherValues: onlyTrue,
          min: {},
          max: {},
          step: NUMBER,
          minLength: says(COUNT, "In characters, as is `maxLength`."),
          maxLength: COUNT,
          decimalDigits: COUNT,
          currency: TEXT,
          instant: says(
            oneOfValues(true, "seconds", "milliseconds"),
            "Whether it is an instant, answered by the clock of the call's time zone; the DateTime of any other column is a wall clock.",
          ),
          digits: says(
            oneOfValues("exact"),
            "Whether its numbers are texts with all of their digits; a number is taken as well.",
          ),
          sensitive: onlyTrue,
          description: TEXT,
          readIf: says(
            onlyTrue,
            "Whether answers leave out the cells that the caller may not read, and do not have the column where they may read none.",
          ),
          writeIf: says(
            onlyTrue,
            "Whether a call that changes a cell may be refused, by who calls or by the row.",
          ),
          showIf: says(
            onlyTrue,
            "Whether a form shows it depends on the row: the property `Form` of a call answers it, as it does of `editableIf`.",
          ),
          editableIf: onlyTrue,
        },
      ),
      "A column; members that have nothing to say are left out.",
    ),
    ActionSchema: closed(
      {
        name: TEXT,
        type: oneOfValues("set", "run", "addRow", "deleteRow", "onRows"),
        invocable: says(BOOL, "Whether a call may name it."),
      },
      {
        inputs: says(
          listSchema(reference("InputSchema")),
          "What it reads of `Inputs` among the Properties; missing where that is nothing.",
        ),
      },
    ),
    InputSchema: says(
      closed(
        {
          name: TEXT,
          type: says(TEXT, "What it is read as, such as `Date`; of a list its items."),
          json,
        },
        { table: says(TEXT, "The table that a Ref points at.") },
      ),
      "A value that a call may give an action.",
    ),
  },
  async answer({ application, key, table }) {
    const schema = application.engine.schema(table, nameableBy(key.key));
    if (schema === undefined) throw new Error(`There is no schema of "${table}".`);
    return { output: schema, diagnostics: [] };
  },
});
