import { objectSchema, TEXT } from "../openapi/json-schema.ts";
import { defineApplicationRoute } from "./define-application-route.ts";
import { saveChange } from "./save-definition.ts";

export const rollBackDefinition = defineApplicationRoute({
  method: "POST",
  path: "definition/rollback",
  operation: "rollBackDefinition",
  summary: "Gives the definition and its file the text of an earlier version.",
  right: "editDefinition",
  body: objectSchema({ Version: TEXT, To: TEXT, Note: TEXT }, ["Version", "To"]),
  answers: "SavedDefinition",
  answer: (call) => saveChange(call, "version"),
});
