import { hasRight, nameableBy } from "@tablewright/core";
import { bool, closed, count, listOf, oneOf, reference, says, text, texts } from "../openapi/json-schema.ts";
import { defineApplicationRoute } from "./define-application-route.ts";

/** With their rows for keys that may read expressions. */
export const listDecisions = defineApplicationRoute({
  method: "GET",
  path: "decisions",
  operation: "listDecisions",
  summary: "The decisions, with what they take and give.",
  isInstant: true,
  answers: "DecisionList",
  schemas: {
    DecisionList: closed({ decisions: listOf(reference("DecisionSchema")) }),
    DecisionSchema: says(
      closed(
        {
          name: text,
          parameters: listOf(reference("ParameterSchema")),
          outputs: listOf(reference("FieldSchema")),
        },
        {
          description: text,
          written: closed(
            {
              name: text,
              kind: oneOf("formula", "table", "rules"),
              outputs: texts,
              rows: listOf(closed({ row: count, cells: texts, gives: texts }, { rule: text })),
              hasOtherwise: bool,
            },
            { hit: text, formula: text, inputs: texts },
          ),
        },
      ),
      "A decision of the application: what it takes and gives, and how it is written, for keys that may read that.",
    ),
    ParameterSchema: closed(
      { name: text, type: text, json: reference("JsonType"), required: bool },
      {
        items: reference("JsonType"),
        fields: listOf(reference("FieldSchema")),
        values: listOf({}),
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
