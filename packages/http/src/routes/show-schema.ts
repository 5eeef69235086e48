import { nameableBy } from "@tablewright/core";
import {
  bool,
  closed,
  count,
  listOf,
  number,
  oneOf,
  reference,
  says,
  text,
  texts,
} from "../openapi/json-schema.ts";
import { defineApplicationRoute } from "./define-application-route.ts";

const onlyTrue = { const: true };
const json = reference("JsonType");
const fields = says(listOf(reference("FieldSchema")), "Of an object, or of the objects in an array.");
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
          name: text,
          key: says(texts, "The names of the key columns; several together are `_ComputedKey`."),
          label: says(text, "The column that rows are called by."),
          columns: listOf(reference("ColumnSchema")),
          updates: {
            anyOf: [listOf(oneOf("add", "edit", "delete")), { const: "expression" }],
            description: "The changes it takes. `expression`: which they are is decided when a call is made.",
          },
          actions: listOf(reference("ActionSchema")),
          slices: says(texts, "Of a table: the names of its slices."),
        },
        { sliceOf: says(text, "Of a slice: its table.") },
      ),
      "What the rows of a table or slice hold, and what can be done to them.",
    ),
    ColumnSchema: says(
      closed(
        {
          name: text,
          type: says(text, "The column type as the definition writes it, such as `Enum`."),
          json: says(json, "The JSON type of its cells, where a blank is null, or an empty list."),
          key: bool,
          label: bool,
          required: says(
            { anyOf: [bool, { const: "expression" }] },
            "`expression`: whether it may be blank depends on the row.",
          ),
          hasInitialValue: says(
            bool,
            "Whether an Add may leave it out and gives it a value all the same; a key of another program's table, the database may give.",
          ),
          virtual: says(bool, "Computed when it is read and never stored."),
          computed: says(bool, "Filled by the application."),
          writable: says(bool, "Whether a value that is sent is taken; else it is ignored with a warning."),
        },
        {
          items,
          fields,
          table: says(text, "The table that a Ref, or the Refs of a list, point at."),
          partOf: onlyTrue,
          onDelete: says(
            oneOf("restrict", "clear", "delete"),
            "What becomes of a row when the one that its Ref points at is deleted; missing where the Ref stays as it is.",
          ),
          values: says(listOf({}), "What an Enum, or an item of an EnumList, may be."),
          allowOtherValues: onlyTrue,
          min: {},
          max: {},
          step: number,
          minLength: says(count, "In characters, as is `maxLength`."),
          maxLength: count,
          decimalDigits: count,
          currency: text,
          instant: says(
            oneOf(true, "seconds", "milliseconds"),
            "Whether it is an instant, answered by the clock of the call's time zone; the DateTime of any other column is a wall clock.",
          ),
          digits: says(
            oneOf("exact"),
            "Whether its numbers are texts with all of their digits; a number is taken as well.",
          ),
          sensitive: onlyTrue,
          description: text,
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
        name: text,
        type: oneOf("set", "run", "addRow", "deleteRow", "onRows"),
        invocable: says(bool, "Whether a call may name it."),
      },
      {
        inputs: says(
          listOf(reference("InputSchema")),
          "What it reads of `Inputs` among the Properties; missing where that is nothing.",
        ),
      },
    ),
    InputSchema: says(
      closed(
        {
          name: text,
          type: says(text, "What it is read as, such as `Date`; of a list its items."),
          json,
        },
        { table: says(text, "The table that a Ref points at.") },
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
