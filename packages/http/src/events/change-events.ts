import { diagnose } from "@tablewright/core";
import { authenticateOperator } from "../access/authenticate-operator.ts";
import type { Answer } from "../answers/answer.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import type { RoutedRequest } from "../routes/define-route.ts";
import type { Service } from "../service.ts";
import { carryOut } from "../turns/carry-out.ts";
import { readChosen } from "./read-chosen.ts";

/** Sends the events that the body names again, or gives them up. */
export async function changeEvents(
  service: Service,
  request: RoutedRequest<"appId">,
  change: "retry" | "drop",
): Promise<Answer> {
  const { output: admission, diagnostics } = authenticateOperator(service, request, "events");
  if (admission === undefined) return writeProblem(diagnostics, request.id);
  const { key, operator } = admission;
  if (operator.readOnly) return writeProblem([diagnose("server/read-only", {})], request.id);
  return carryOut(service, key, request, async (body) => {
    const chosen = readChosen(body);
    if (chosen.output === undefined) return writeProblem(chosen.diagnostics, request.id);
    return jsonAnswer(OK, JSON.stringify(await operator[change](chosen.output)));
  });
}
