import {
  type AccessKey,
  type AppSchema,
  componentNames,
  type DescribedTable,
  mayCall,
  type UpdateMode,
  type Wire,
  wireNamed,
} from "@tablewright/core";
import { listSchema, type OpenApiSchema, objectSchema, reference } from "./json-schema.ts";
import {
  type OpenapiForm,
  type Operations,
  pathInApplication,
  pathPart,
  requestBodyOf,
  responsesOf,
} from "./operations.ts";
import { rowSchemas } from "./row-schemas.ts";

/** The calls of every table and slice, and the schemas of their rows. */
export function tableOperations({ id, tables, slices }: AppSchema, form: OpenapiForm): Operations {
  const all = [...tables, ...slices];
  const components = componentNames(all.map(({ name }) => name));
  const paths: Record<string, OpenApiSchema> = {};
  const schemas: Record<string, OpenApiSchema> = {};
  for (const table of all) {
    const component = components.get(table.name) ?? "";
    paths[pathInApplication(id, `tables/${pathPart(table.name)}/Action`)] = tablePath(table, component, form);
    Object.assign(schemas, tableSchemas(table, components, form));
  }
  return { paths, schemas };
}

/** The schemas of one table under its component name: `<name>Row`, `<name>Call` and what they refer to. */
function tableSchemas(
  table: DescribedTable,
  components: ReadonlyMap<string, string>,
  { key, wire, rows, hasRowNumbers }: OpenapiForm,
): Readonly<Record<string, OpenApiSchema>> {
  const component = components.get(table.name) ?? "";
  const hasNumbers = hasRowNumbers(table.sliceOf ?? table.name);
  const { answered, added, edited, named } = rowSchemas(table, wire, hasNumbers, components);
  return {
    [`${component}Row`]: answered,
    [`${component}New`]: added,
    [`${component}Change`]: edited,
    [`${component}Key`]: named,
    [`${component}Call`]: callSchema(table, component, key, rows),
    [`${component}Answer`]: answerSchema(component, wire),
  };
}

/** The call of one table. */
function tablePath(table: DescribedTable, component: string, form: OpenapiForm): OpenApiSchema {
  return {
    post: {
      operationId: `call${component}`,
      tags: [table.name],
      summary: `Add, Edit, Delete, Find or an action on "${table.name}".`,
      ...(form.wire === form.ownWire ? {} : { parameters: [preference(form.wire)] }),
      requestBody: requestBodyOf(reference(`${component}Call`)),
      responses: responsesOf(
        reference(`${component}Answer`),
        "The rows as they now are; of a Delete, as they were.",
      ),
    },
  };
}

/** On the wire `appsheet` a Find returns only the rows. */
function answerSchema(component: string, wire: Wire): OpenApiSchema {
  const rows = listSchema(reference(`${component}Row`));
  const answer = objectSchema(
    {
      Rows: rows,
      After: {
        type: "string",
        description: "Of a Find in parts: the After of the next one; missing when no rows are left.",
      },
      Count: {
        type: "integer",
        minimum: 0,
        description: "How many rows there are in all, where Count asks for it.",
      },
      Call: {
        type: "string",
        description:
          "Of a change that was recorded, on the wire `typed`: its id in the history, by which it can be undone.",
      },
      Warnings: listSchema(reference("Mistake")),
      Trace: { type: "object", description: "Where Prefer: trace asks for it." },
    },
    ["Rows"],
  );
  return wireNamed(wire).isBare ? { anyOf: [rows, answer] } : answer;
}

function preference(wire: Wire): OpenApiSchema {
  return {
    name: "Prefer",
    in: "header",
    required: true,
    description: "Without it, cells are answered in another form than this document tells.",
    schema: { type: "string", enum: [`wire=${wire}`] },
  };
}

/** The body of a call on a table: one form for each operation and action that the key may call. */
function callSchema(
  { updates, actions }: DescribedTable,
  component: string,
  key: AccessKey,
  mostRows: number,
): OpenApiSchema {
  const takes = (mode: UpdateMode) => updates === "expression" || updates.includes(mode);
  const invocable = actions.filter((action) => action.invocable).map(({ name }) => name);
  const forms = [
    ...(mayCall(key, "Find") ? [form(["Find"], `${component}Key`, mostRows, 0)] : []),
    ...(takes("add") && mayCall(key, "Add") ? [form(["Add"], `${component}New`, mostRows)] : []),
    ...(takes("edit") && mayCall(key, "Edit") ? [form(["Edit"], `${component}Change`, mostRows)] : []),
    ...(takes("delete") && mayCall(key, "Delete") ? [form(["Delete"], `${component}Key`, mostRows)] : []),
    ...(invocable.length > 0 ? [form(invocable, `${component}Key`, mostRows)] : []),
  ];
  return forms.length === 0 ? { not: {} } : { oneOf: forms };
}

function form(actions: readonly string[], row: string, mostRows: number, fewestRows = 1): OpenApiSchema {
  const properties = {
    Action: { type: "string", enum: actions },
    Properties: reference("Properties"),
    Rows: listSchema(reference(row), { minItems: fewestRows, maxItems: mostRows }),
  };
  return objectSchema(properties, fewestRows === 0 ? ["Action"] : ["Action", "Rows"]);
}
