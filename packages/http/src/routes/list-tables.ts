import { nameableBy } from "@tablewright/core";
import { authenticateForApplication } from "../access/authenticate-for-application.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { writeProblem } from "../answers/write-problem.ts";
import { defineRoute } from "./define-route.ts";

/** The tables, slices and functions that the key may reach, by name, and what else it may do. */
export const listTables = defineRoute({
  method: "GET",
  path: "/api/v2/apps/:appId/tables",
  answer: async (service, request) => {
    const authenticated = authenticateForApplication(service, request.parameters.appId, request);
    if (authenticated.output === undefined) return writeProblem(authenticated.diagnostics, request.id);
    const { application, key } = authenticated.output;
    const { id, name, tables, slices, functions } = application.engine.schema(undefined, nameableBy(key.key));
    const body = {
      app: { id, name },
      tables: tables.map((table) => ({ name: table.name, key: table.key, label: table.label })),
      slices: slices.map((slice) => ({ name: slice.name, table: slice.sliceOf })),
      ...(functions.length === 0 ? {} : { functions }),
      rights: RIGHTS.filter((right) => key.key[right]),
    };
    return jsonAnswer(OK, JSON.stringify(body));
  },
});

const RIGHTS = ["events", "tests", "undo"] as const;
