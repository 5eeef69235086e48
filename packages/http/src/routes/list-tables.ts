import { admitApplication } from "../access/authenticate-for-application.ts";
import { appSchemaForKey } from "../access/schema-for-key.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { defineRoute } from "./define-route.ts";

/** The tables and slices that the key may reach, by name. */
export const listTables = defineRoute({
  method: "GET",
  path: "/api/v2/apps/:appId/tables",
  answer: async (service, request) => {
    const admitted = admitApplication(service, request.parameters.appId, request);
    if (admitted.output === undefined) return writeProblem(admitted.diagnostics, request.id);
    const { application, key } = admitted.output;
    const { id, name, tables, slices } = appSchemaForKey(application.engine.schema(), key.key);
    const body = {
      app: { id, name },
      tables: tables.map((table) => ({ name: table.name, key: table.key, label: table.label })),
      slices: slices.map((slice) => ({ name: slice.name, table: slice.sliceOf })),
    };
    return jsonAnswer(OK, JSON.stringify(body));
  },
});
