import { diagnose } from "@tablewright/core";
import { writeResult } from "../answers/write-result.ts";
import { takeMembers } from "../body/read-call.ts";
import { readEngineRequest } from "../body/read-request.ts";
import {
  closed,
  listSchema,
  objectSchema,
  oneOfValues,
  reference,
  says,
  TEXT,
} from "../openapi/json-schema.ts";
import { defineApplicationRoute } from "./define-application-route.ts";

/** Its `Action` may be left out. */
export const summary = defineApplicationRoute({
  method: "POST",
  path: "tables/:tableName/summary",
  operation: "summariseRows",
  summary: "One row for each group of a Find's rows. The body is that of the Find, with By and Values.",
  body: objectSchema({
    Properties: { type: "object" },
    Rows: listSchema({ type: "object" }),
    By: says(listSchema(TEXT), "The columns that make the groups."),
    Values: {
      type: "object",
      description: 'What is computed of each group by its name: "COUNT", or a function and its column.',
      additionalProperties: {
        anyOf: [
          oneOfValues("COUNT"),
          {
            type: "object",
            minProperties: 1,
            maxProperties: 1,
            propertyNames: oneOfValues("SUM", "AVERAGE", "MIN", "MAX"),
            additionalProperties: TEXT,
          },
        ],
      },
    },
  }),
  answers: "Summary",
  schemas: {
    Summary: closed(
      {
        Rows: listSchema({
          ...objectSchema({}),
          description: "The columns of By, then the names of Values.",
        }),
      },
      { Warnings: listSchema(reference("Mistake")) },
    ),
  },
  async answer(call) {
    const { service, request, preferences, turn } = call;
    const { output: taken, diagnostics } = takeMembers(call.body, ["By", "Values"]);
    if (taken === undefined) return { output: undefined, diagnostics };
    const read = readEngineRequest(service, call, taken.rest, "Find");
    if (read.output === undefined) return { output: undefined, diagnostics: read.diagnostics };
    const { action, ...find } = read.output;
    if (action.toLowerCase() !== "find") {
      const unknown = diagnose("request/unknown-action", { action, actions: ["Find"] });
      return { output: undefined, diagnostics: [unknown] };
    }
    const { wire = service.wire } = preferences;
    const { By: by, Values: values } = taken.members;
    const result = await call.application.engine.summarise({
      ...find,
      by,
      values,
      wire,
      turn,
      signal: request.signal,
    });
    if (!result.ok) return { output: undefined, diagnostics: [...read.diagnostics, ...result.diagnostics] };
    const { diagnostics: warnings } = read;
    return writeResult(result, {
      wire,
      preferred: preferences.wire !== undefined,
      isFind: false,
      warnings,
      turn,
    });
  },
});
