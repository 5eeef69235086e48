import { type AccessKey, type FindExplanation, hasRight } from "@tablewright/core";
import { writeDiagnostic } from "../answers/write-problem.ts";
import { readEngineRequest } from "../body/read-engine-request.ts";
import { takeMembers } from "../body/take-members.ts";
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
import { ReaderTurn } from "../turns/reader-turn.ts";
import { defineApplicationRoute } from "./define-application-route.ts";

const pushed = closed({ pushed: bool }, { reason: text });

/** The body is that of the Find, or of its summary; its `Action` may be left out. */
export const explain = defineApplicationRoute({
  method: "POST",
  path: "tables/:tableName/explain",
  operation: "explainFind",
  summary: "How a Find or a summary would be carried out; the body is that of the Find or summary.",
  body: { type: "object" },
  answers: "FindExplanation",
  schemas: {
    FindExplanation: says(
      closed(
        {
          table: text,
          shape: says(
            oneOf("plan", "keys", "evaluated"),
            "`plan`: by conditions, order and limit. `keys`: by keys that were sent. `evaluated`: by the Selector's value.",
          ),
          conditions: listOf(closed({ text, pushed: bool }, { reason: text })),
          order: listOf(closed({ text, descending: bool })),
          isOrderPushed: says(bool, "Whether the store orders; else the engine does, as it cuts off."),
          isLimitPushed: bool,
          store: says(
            closed(
              { name: text },
              {
                lacks: says(texts, "What its database lacks, and what is done instead."),
                sql: text,
                values: listOf({ type: ["string", "number", "null"] }),
                indexes: texts,
              },
            ),
            "What a limited key may not read is left out.",
          ),
        },
        {
          slice: text,
          reason: says(text, "Why the Selector is no plan."),
          limit: count,
          computed: says(
            listOf(closed({ column: text, pushed: bool })),
            "The virtual columns that read other rows for one value.",
          ),
          groups: says(pushed, "Whether the store makes the groups of a summary; else the engine does."),
          count: says(pushed, "Whether the store counts all rows; else the engine does."),
          estimatedRows: says(number, "How many rows the store expects to look at."),
          warnings: listOf(reference("Mistake")),
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
      turn: new ReaderTurn(turn, request),
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
function explanationForKey(explanation: FindExplanation, key: AccessKey): FindExplanation {
  if (hasRight(key, "trace")) return explanation;
  const { estimatedRows: _, store, conditions, ...rest } = explanation;
  return {
    ...rest,
    conditions: rest.slice === undefined ? conditions : [],
    store: { name: store.name },
  };
}
