import { hasRight, nameableBy } from "@tablewright/core";
import { authenticateForApplication } from "../access/authenticate-for-application.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { defineRoute } from "./define-route.ts";

/** The decisions that the key may ask, with their parameters and outputs; with their rows where it may read expressions. */
export const listDecisions = defineRoute({
  method: "GET",
  path: "/api/v2/apps/:appId/decisions",
  answer: async (service, request) => {
    const authenticated = authenticateForApplication(service, request.parameters.appId, request);
    if (authenticated.output === undefined) return writeProblem(authenticated.diagnostics, request.id);
    const { application, key } = authenticated.output;
    const { engine } = application;
    const decisions = engine.schema(undefined, nameableBy(key.key)).decisions.map((decision) => {
      const rows = hasRight(key.key, "trace") ? engine.decisionRows(decision.name) : undefined;
      return rows === undefined ? decision : { ...decision, written: rows };
    });
    return jsonAnswer(OK, JSON.stringify({ decisions }));
  },
});
