import { diagnose, refuseRight } from "@tablewright/core";
import { readQuery } from "../access/address.ts";
import { authenticate } from "../access/authenticate.ts";
import { identityInQuery } from "../access/identity-in-query.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { inPlace } from "../turns/carry-out.ts";
import { defineRoute } from "./define-route.ts";

/** What was recorded of one row, named by `key` in the query: `{ "versions": […] }`, the oldest first. */
export const history = defineRoute({
  method: "GET",
  path: "/api/v2/apps/:appId/tables/:tableName/history",
  answer: async (service, request) => {
    const authenticated = authenticate(service, request);
    if (authenticated.output === undefined) return writeProblem(authenticated.diagnostics, request.id);
    const { application, key: held, table } = authenticated.output;
    const forbidden = refuseRight(held.key, ACTION, table);
    if (forbidden !== undefined) return writeProblem([forbidden], request.id);
    const identity = identityInQuery(held, request.url, table);
    if (identity.output === undefined) return writeProblem(identity.diagnostics, request.id);
    const key = readQuery(request.url, "key");
    if (key === undefined)
      return writeProblem(
        [diagnose("request/query", { name: "key", expected: "the key of a row" })],
        request.id,
      );
    return inPlace(service, held, request, async (turn) => {
      const result = await application.engine.history({ ...identity.output, table, key, turn });
      return result.output === undefined
        ? writeProblem(result.diagnostics, request.id)
        : jsonAnswer(OK, JSON.stringify(result.output));
    });
  },
});

const ACTION = "history";
