import { authenticateForEvents } from "../access/authenticate-for-application.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { formulasOf, rulesOf } from "../rules/rules-of.ts";
import { defineRoute } from "./define-route.ts";

/** What reads and changes what: `{ "rules": […], "formulas": […] }`. Of expressions the names of tables alone are shown. */
export const listRules = defineRoute({
  method: "GET",
  path: "/api/v2/apps/:appId/rules",
  answer: async (service, request) => {
    const { output, diagnostics } = authenticateForEvents(service, request, "rules");
    if (output === undefined) return writeProblem(diagnostics, request.id);
    const { app } = output.application.engine;
    return jsonAnswer(OK, JSON.stringify({ rules: rulesOf(app), formulas: formulasOf(app) }));
  },
});
