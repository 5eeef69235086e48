import type { Outcome } from "@tablewright/core";
import { callerOf } from "../access/identity-in-query.ts";
import { readDefinitionChange } from "../body/read-definition-change.ts";
import type { DefinitionAuthor } from "../definitions/definition-editor.ts";
import { closed, listSchema, objectSchema, reference, TEXT } from "../openapi/json-schema.ts";
import { type AdmittedCall, defineApplicationRoute } from "./define-application-route.ts";
import { pathOfPart, withEditor } from "./show-definition.ts";

/** Parts with their new texts. */
export const editsOfParts = listSchema(
  objectSchema({ Path: pathOfPart, Text: { type: ["string", "null"] } }, ["Path", "Text"]),
);

export const saveDefinition = defineApplicationRoute({
  method: "POST",
  path: "definition",
  operation: "saveDefinition",
  summary: "Changes the definition and its file.",
  right: "editDefinition",
  body: objectSchema({ Version: TEXT, Edits: editsOfParts, Note: TEXT }, ["Version", "Edits"]),
  answers: "SavedDefinition",
  schemas: {
    SavedDefinition: closed({
      version: TEXT,
      before: TEXT,
      diagnostics: listSchema(reference("DefinitionFinding")),
    }),
  },
  answer: (call) => saveChange(call, "edits"),
});

/** Saves what the body asks for; `form` is the only form of change that the route takes. */
export async function saveChange(call: AdmittedCall, form: "edits" | "version"): Promise<Outcome<object>> {
  const read = readDefinitionChange(call.body, form);
  if (read.output === undefined) return { output: undefined, diagnostics: read.diagnostics };
  const { change, note } = read.output;
  return withEditor(call, (editor) => editor.save(change, { ...authorOf(call), note }));
}

function authorOf({ application, key: held }: AdmittedCall): Omit<DefinitionAuthor, "note"> {
  const caller = callerOf(held);
  const owner = caller === "named" ? undefined : application.engine.app.owner;
  return {
    user: typeof caller === "object" ? caller.email : (owner ?? null),
    accessKey: held.person === undefined ? held.key.name : null,
  };
}
