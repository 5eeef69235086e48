import { identityInQuery } from "../access/access-key.ts";
import { closed, listSchema, reference } from "../openapi/json-schema.ts";
import { defineApplicationRoute } from "./define-application-route.ts";
import { anyText, neededText } from "./define-query.ts";

export const history = defineApplicationRoute({
  method: "GET",
  path: "tables/:tableName/history",
  operation: "readHistory",
  summary: "The versions of one row, the oldest first.",
  right: "history",
  query: { key: neededText("the key of a row"), RunAsUserEmail: anyText },
  answers: "History",
  schemas: { History: closed({ versions: listSchema(reference("RecordedVersion")) }) },
  async answer({ application, request, key, table, query, turn }) {
    const identity = identityInQuery(key, request.url, table);
    if (identity.output === undefined) return { output: undefined, diagnostics: identity.diagnostics };
    return application.engine.history({
      ...identity.output,
      table,
      key: query.key,
      turn,
      signal: request.signal,
    });
  },
});
