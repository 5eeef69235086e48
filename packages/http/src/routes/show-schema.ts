import { nameableBy } from "@tablewright/core";
import { authenticate } from "../access/authenticate.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { defineRoute } from "./define-route.ts";

/** What the rows of one table or slice hold, and what can be done to them. */
export const showSchema = defineRoute({
  method: "GET",
  path: "/api/v2/apps/:appId/tables/:tableName/schema",
  answer: async (service, request) => {
    const authenticated = authenticate(service, request);
    if (authenticated.output === undefined) return writeProblem(authenticated.diagnostics, request.id);
    const { application, key, table } = authenticated.output;
    const schema = application.engine.schema(table, nameableBy(key.key));
    if (schema === undefined) throw new Error(`There is no schema of "${table}".`);
    return jsonAnswer(OK, JSON.stringify(schema));
  },
});
