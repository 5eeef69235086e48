import { hasRight, nameableBy } from "@tablewright/core";
import {
  BOOL,
  COUNT,
  closed,
  listSchema,
  oneOfValues,
  reference,
  says,
  TEXT,
  TEXTS,
} from "../openapi/json-schema.ts";
import { defineApplicationRoute } from "./define-application-route.ts";

/** With their rows for keys that may read expressions. */
export const listDecisions = defineApplicationRoute({
  method: "GET",
  path: "decisions",
  operation: "listDecisions",
  summary: "The decisions, with their parameters and outputs.",
  isInstant: true,
  answers: "DecisionList",
  schemas: {
    DecisionList: closed({ decisions: listSchema(reference("DecisionSchema")) }),
    DecisionSchema: says(
      closed(
        {
          name: TEXT,
          parameters: listSchema(reference("ParameterSchema")),
          outputs: listSchema(reference("FieldSchema")),
        },
        {
          description: TEXT,
          written: closed(
            {
              name: TEXT,
              kind: oneOfValues("formula", "table", "rules"),
              outputs: TEXTS,
              rows: listSchema(closed({ row: COUNT, cells: TEXTS, gives: TEXTS }, { rule: TEXT })),
              hasOtherwise: BOOL,
            },
            { hit: TEXT, formula: TEXT, inputs: TEXTS, otherwise: TEXTS },
          ),
        },
      ),
      "A decision of the application: what it takes and gives, and how it is written, for keys that may read that.",
    ),
    ParameterSchema: closed(
      { name: TEXT, type: TEXT, json: reference("JsonType"), required: BOOL },
      {
        items: reference("JsonType"),
        fields: listSchema(reference("FieldSchema")),
        values: listSchema({}),
        min: {},
        max: {},
      },
    ),
  },
  async answer({ application: { engine }, key: { key } }) {
    const decisions = engine.schema(undefined, nameableBy(key)).decisions.map((decision) => {
      const written = hasRight(key, "trace") ? engine.decisionRows(decision.name) : undefined;
      return written === undefined ? decision : { ...decision, written };
    });
    return { output: { decisions }, diagnostics: [] };
  },
});
