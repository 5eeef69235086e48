import { type AccessKey, type FindExplanation, hasRight } from "@tablewright/core";
import { type Answer, jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeDiagnostic, writeProblem } from "../answers/write-problem.ts";
import { readEngineRequest } from "../body/read-engine-request.ts";
import { takeMembers } from "../body/take-members.ts";
import { ReaderTurn } from "../turns/reader-turn.ts";
import { defineTableRoute, type TableCall } from "./define-table-route.ts";

/** How a Find would be carried out. The body is that of the Find, or of its summary; its `Action` may be left out. */
export const explain = defineTableRoute({
  name: "explain",
  answer: explainFind,
});

async function explainFind({ service, authenticated, request, body, turn }: TableCall): Promise<Answer> {
  const { application, key } = authenticated;
  const { output: taken, diagnostics: unread } = takeMembers(body, ["By", "Values"]);
  if (taken === undefined) return writeProblem(unread, request.id);
  const { By: by, Values: values } = taken.members;
  const read = readEngineRequest(service, authenticated, taken.rest, "Find");
  if (read.output === undefined) return writeProblem(read.diagnostics, request.id);
  const explained = await application.engine.explain({
    ...read.output,
    by,
    values,
    turn: new ReaderTurn(turn, request),
  });
  const diagnostics = [...read.diagnostics, ...explained.diagnostics];
  if (explained.output === undefined) return writeProblem(diagnostics, request.id);
  const explanation = explanationForKey(explained.output, key.key);
  const warnings = diagnostics.length === 0 ? {} : { warnings: diagnostics.map(writeDiagnostic) };
  return jsonAnswer(OK, JSON.stringify({ ...explanation, ...warnings }));
}

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
