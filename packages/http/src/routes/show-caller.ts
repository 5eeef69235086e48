import { hasRight, nameableBy } from "@tablewright/core";
import { callerOf } from "../access/access-key.ts";
import { BOOL, closed, listSchema, oneOfValues, says, TEXT } from "../openapi/json-schema.ts";
import { defineApplicationRoute } from "./define-application-route.ts";

const RIGHTS = [
  "history",
  "changes",
  "undo",
  "events",
  "runs",
  "rules",
  "tests",
  "editDefinition",
  "trace",
] as const;

export const showCaller = defineApplicationRoute({
  method: "GET",
  path: "caller",
  operation: "showCaller",
  summary: "The user of the key, and its rights besides calls on rows.",
  isInstant: true,
  answers: "Caller",
  schemas: {
    Caller: says(
      closed(
        {
          accessKey: says(
            { type: ["string", "null"] },
            "The name of the key; null for a person who signed in.",
          ),
          user: says(
            { type: ["string", "null"] },
            "The e-mail address that calls are made for; null where they have to name one, or the application has no owner.",
          ),
          mayNameUser: says(BOOL, "Whether calls may name another by `RunAsUserEmail` or `UserId`."),
          rights: listSchema(oneOfValues(...RIGHTS)),
          isLimited: says(BOOL, "Whether it reaches only some tables, or may call only some actions."),
        },
        { expires: says(TEXT, "The day in UTC with which the key stops working.") },
      ),
      "Who calls.",
    ),
  },
  async answer({ service, application: { engine, name }, key: held }) {
    const { key, person } = held;
    const caller = callerOf(held);
    const ownerOrNone = caller === "named" ? null : (engine.app.owner ?? null);
    const output = {
      accessKey: person === undefined ? key.name : null,
      user: typeof caller === "object" ? caller.email : ownerOrNone,
      mayNameUser: person === undefined ? key.runAs !== false : person.mayNameAnother === true,
      rights: RIGHTS.filter(
        (right) =>
          hasRight(key, right) && (right !== "editDefinition" || service.definitions?.(name) !== undefined),
      ),
      isLimited: nameableBy(key) !== undefined,
      ...(key.expires === undefined ? {} : { expires: key.expires }),
    };
    return { output, diagnostics: [] };
  },
});
