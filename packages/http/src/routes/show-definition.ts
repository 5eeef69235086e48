import { diagnose, type Outcome } from "@tablewright/core";
import type { DefinitionEditor } from "../definitions/definition-editor.ts";
import {
  BOOL,
  COUNT,
  closed,
  listSchema,
  MOMENT,
  oneOfValues,
  reference,
  says,
  TEXT,
} from "../openapi/json-schema.ts";
import { type AdmittedCall, defineApplicationRoute } from "./define-application-route.ts";
import { anyText } from "./define-query.ts";

const TEXT_OR_NULL = { type: ["string", "null"] };

/** Names of members and positions, from the top of the definition. */
export const pathOfPart = says(listSchema({ type: ["string", "integer"] }), "Where it is in the definition.");

export const showDefinition = defineApplicationRoute({
  method: "GET",
  path: "definition",
  operation: "showDefinition",
  summary: "The parts of the definition that can be changed, and its versions.",
  right: "editDefinition",
  query: { version: anyText },
  answers: "Definition",
  schemas: {
    Definition: says(
      closed({
        version: says(TEXT, "Of what is served now; every change says in which one it was made."),
        file: says(TEXT, "The name of the file."),
        format: oneOfValues("yaml", "json"),
        tests: says(BOOL, "Whether there are tests of the definition."),
        history: says(BOOL, "Whether there are recorded calls."),
        parts: listSchema(reference("EditablePart")),
        versions: says(listSchema(reference("DefinitionVersion")), "The newest first."),
      }),
      "A definition as it can be changed.",
    ),
    EditablePart: closed(
      {
        path: pathOfPart,
        kind: says(TEXT, "Such as `formula`, `validIf`, `securityFilter`, `decision` or `rule`."),
        text: says(TEXT, "An expression; of a decision, a rule or a function its YAML."),
        line: says(COUNT, "In the file, from 1."),
      },
      { table: TEXT, column: TEXT, name: TEXT },
    ),
    DefinitionVersion: closed(
      {
        version: TEXT,
        at: MOMENT,
        canRestore: says(BOOL, "Whether its text is kept."),
      },
      {
        by: says(
          closed({ user: TEXT_OR_NULL, accessKey: TEXT_OR_NULL }),
          "Missing where the file was changed.",
        ),
        note: TEXT,
        before: says(TEXT, "The version that it replaced."),
      },
    ),
  },
  answer: (call) => withEditor(call, (editor) => editor.show(call.query.version)),
});

/** Carries `work` out with the definition of the application, where the program that serves lets it be changed. */
export async function withEditor(
  { service, application }: Pick<AdmittedCall, "service" | "application">,
  work: (editor: DefinitionEditor) => Promise<Outcome<object>>,
): Promise<Outcome<object>> {
  const editor = service.definitions?.(application.name);
  return editor === undefined
    ? { output: undefined, diagnostics: [diagnose("edit/not-enabled", {})] }
    : work(editor);
}
