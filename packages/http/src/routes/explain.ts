import { type AccessKey, type ExplainedFind, hasRight } from "@tablewright/core";
import { writeDiagnostic } from "../answers/problem.ts";
import { takeMembers } from "../body/read-call.ts";
import { readEngineRequest } from "../body/read-request.ts";
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

const pushed = closed({ pushed: BOOL }, { reason: TEXT });

/** The body is that of the Find, or of its summary; its `Action` may be left out. */
export const explain = defineApplicationRoute({
  method: "POST",
  path: "tables/:tableName/explain",
  operation: "explainFind",
  summary: "How a Find or a summary is carried out. The body is that of the Find or summary.",
  body: { type: "object" },
  answers: "FindExplanation",
  schemas: {
    FindExplanation: says(
      closed(
        {
          table: TEXT,
          shape: says(
            oneOfValues("plan", "keys", "evaluated"),
            "`plan`: by conditions, order and limit. `keys`: by keys that were sent. `evaluated`: by the Selector's value.",
          ),
          conditions: listSchema(closed({ text: TEXT, pushed: BOOL }, { reason: TEXT })),
          order: listSchema(closed({ text: TEXT, descending: BOOL })),
          isOrderPushed: says(BOOL, "Whether the store orders; else the engine does, as it cuts off."),
          isLimitPushed: BOOL,
          store: says(
            closed(
              { name: TEXT },
              {
                lacks: says(TEXTS, "What its database lacks, and what is done instead."),
                sql: TEXT,
                values: listSchema({ type: ["string", "number", "null"] }),
                indexes: TEXTS,
              },
            ),
            "What a limited key may not read is left out.",
          ),
        },
        {
          slice: TEXT,
          reason: says(TEXT, "Why the Selector is no plan."),
          limit: COUNT,
          computed: says(
            listSchema(closed({ column: TEXT, pushed: BOOL })),
            "The virtual columns that read other rows for one value.",
          ),
          groups: says(pushed, "Whether the store makes the groups of a summary; else the engine does."),
          count: says(pushed, "Whether the store counts all rows; else the engine does."),
          estimatedRows: says(NUMBER, "How many rows the store expects to look at."),
          warnings: listSchema(reference("Mistake")),
        },
      ),
      "How a Find would be carried out: what the store does and what is left to the engine.",
    ),
  },
  async answer(call) {
    const { service, request, application, key, turn } = call;
    const { output: taken, diagnostics: unread } = takeMembers(call.body, ["By", "Values"]);
    if (taken === undefined) return { output: undefined, diagnostics: unread };
    const { By: by, Values: values } = taken.members;
    const read = readEngineRequest(service, call, taken.rest, "Find");
    if (read.output === undefined) return { output: undefined, diagnostics: read.diagnostics };
    const explained = await application.engine.explain({
      ...read.output,
      by,
      values,
      turn,
      signal: request.signal,
    });
    const diagnostics = [...read.diagnostics, ...explained.diagnostics];
    if (explained.output === undefined) return { output: undefined, diagnostics };
    const explanation = explanationForKey(explained.output, key.key);
    const warnings = diagnostics.length === 0 ? {} : { warnings: diagnostics.map(writeDiagnostic) };
    return { output: { ...explanation, ...warnings }, diagnostics: [] };
  },
});

/**
 * What a key may know of how a Find is carried out. Statements and conditions may hold filters of the definition, and
 * the count hidden rows, so a key with any limit reads neither the statement, nor the count, nor a slice's conditions.
 */
function explanationForKey(explanation: ExplainedFind, key: AccessKey): ExplainedFind {
  if (hasRight(key, "trace")) return explanation;
  const { estimatedRows: _, store, conditions, ...rest } = explanation;
  return {
    ...rest,
    conditions: rest.slice === undefined ? conditions : [],
    store: { name: store.name },
  };
}
