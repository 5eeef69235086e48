import { diagnose } from "@tablewright/core";
import type { Answer } from "../answers/answer.ts";
import { chooseWire } from "../answers/preferences.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { writeResult } from "../answers/write-result.ts";
import { headerOf } from "../api-request.ts";
import { readEngineRequest } from "../body/read-engine-request.ts";
import { takeMembers } from "../body/take-members.ts";
import { ReaderTurn } from "../turns/reader-turn.ts";
import { defineTableRoute, type TableCall } from "./define-table-route.ts";

/** The groups of the rows of a Find: its body, with `By` and `Values` besides. Its `Action` may be left out. */
export const summary = defineTableRoute({
  name: "summary",
  answer: summarise,
});

async function summarise({ service, authenticated, request, body, turn }: TableCall): Promise<Answer> {
  const { output: taken, diagnostics } = takeMembers(body, ["By", "Values"]);
  if (taken === undefined) return writeProblem(diagnostics, request.id);
  const call = readEngineRequest(service, authenticated, taken.rest, "Find");
  if (call.output === undefined) return writeProblem(call.diagnostics, request.id);
  const { action, ...find } = call.output;
  if (action.toLowerCase() !== "find")
    return writeProblem([diagnose("request/unknown-action", { action, actions: ["Find"] })], request.id);
  const preferred = chooseWire(headerOf(request.headers, "prefer") ?? "");
  const wire = preferred ?? service.wire;
  const { By: by, Values: values } = taken.members;
  const { engine } = authenticated.application;
  const ownTurn = new ReaderTurn(turn, request);
  const result = await engine.summarise({ ...find, by, values, wire, turn: ownTurn });
  if (!result.ok) return writeProblem([...call.diagnostics, ...result.diagnostics], request.id);
  const warnings = call.diagnostics;
  return writeResult(result, { wire, preferred: preferred !== undefined, isFind: false, warnings, turn });
}
