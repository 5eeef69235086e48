import { diagnose, identifyUser, type Outcome, refuseCall } from "@tablewright/core";
import { callerOf } from "../access/access-key.ts";
import { readDefinitionChange } from "../body/read-definition-change.ts";
import {
  BOOL,
  COUNT,
  closed,
  listSchema,
  MOMENT,
  objectSchema,
  oneOfValues,
  reference,
  says,
  TEXT,
} from "../openapi/json-schema.ts";
import { type DefinitionAuthor, type DefinitionEditor, TRIALS } from "../settings.ts";
import { type AdmittedCall, defineApplicationRoute } from "./define-application-route.ts";
import { anyText } from "./define-query.ts";

const TEXT_OR_NULL = { type: ["string", "null"] };

/** Names of members and positions, from the top of the definition. */
const pathOfPart = says(listSchema({ type: ["string", "integer"] }), "Where it is in the definition.");

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
        isExpression: says(BOOL, "Whether the text is an expression; the others are YAML."),
        text: TEXT,
        line: says(COUNT, "In the file, from 1."),
      },
      { table: TEXT, column: TEXT, name: TEXT },
    ),
    DefinitionVersion: closed(
      {
        version: TEXT,
        at: MOMENT,
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

/** Carries `work` out on the definition of the application, if the program that serves lets it be changed. */
async function withEditor(
  { service, application }: Pick<AdmittedCall, "service" | "application">,
  work: (editor: DefinitionEditor) => Promise<Outcome<object>>,
): Promise<Outcome<object>> {
  const editor = service.definitions?.(application.name);
  return editor === undefined
    ? { output: undefined, diagnostics: [diagnose("edit/not-enabled", {})] }
    : work(editor);
}

/** Parts with their new texts. */
const editsOfParts = listSchema(
  objectSchema({ Path: pathOfPart, Text: { type: ["string", "null"] } }, ["Path", "Text"]),
);

/** Members of every change. */
const ofChange = { Version: TEXT, Properties: objectSchema({ RunAsUserEmail: TEXT }) };

export const saveDefinition = defineApplicationRoute({
  method: "POST",
  path: "definition",
  operation: "saveDefinition",
  summary: "Changes the definition and its file.",
  right: "editDefinition",
  body: objectSchema({ ...ofChange, Edits: editsOfParts, Note: TEXT }, ["Version", "Edits"]),
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
async function saveChange(call: AdmittedCall, form: "edits" | "version"): Promise<Outcome<object>> {
  const { output: read, diagnostics } = readAuthored(call, form);
  return read === undefined
    ? { output: undefined, diagnostics }
    : withEditor(call, (editor) => editor.save(read.change, read.author));
}

/** The change that a body asks for, and who makes it: the user of the key, or whom the body names, as in calls on rows. */
function readAuthored({ body, application, key: held }: AdmittedCall, form?: "edits" | "version") {
  const { output: sent, diagnostics } = readDefinitionChange(body, form);
  if (sent === undefined) return { output: undefined, diagnostics };
  const { change, include, note, properties } = sent;
  const { app } = application.engine;
  const forbidden = refuseCall(held.key, { action: "", properties }, app.name);
  if (forbidden !== undefined) return { output: undefined, diagnostics: [forbidden] };
  const user = identifyUser(app, { caller: callerOf(held), properties, table: app.name });
  if (user.output === undefined) return { output: undefined, diagnostics: user.diagnostics };
  const accessKey = held.person === undefined ? held.key.name : null;
  const author: DefinitionAuthor = { user: user.output.email, accessKey, note };
  return { output: { change, include, author }, diagnostics };
}

export const rollBackDefinition = defineApplicationRoute({
  method: "POST",
  path: "definition/rollback",
  operation: "rollBackDefinition",
  summary: "Gives the definition and its file the text of an earlier version.",
  right: "editDefinition",
  body: objectSchema({ ...ofChange, To: TEXT, Note: TEXT }, ["Version", "To"]),
  answers: "SavedDefinition",
  answer: (call) => saveChange(call, "version"),
});

const counts = { type: "object", additionalProperties: COUNT };
const reason = closed({ code: TEXT, message: TEXT }, { hint: TEXT });
const notTried = (what: object) => ({ oneOf: [what, closed({ reason })] });

export const tryDefinition = defineApplicationRoute({
  method: "POST",
  path: "definition/try",
  operation: "tryDefinition",
  summary: "What a change of the definition would come to. Nothing is written.",
  right: "editDefinition",
  body: objectSchema(
    { ...ofChange, Edits: editsOfParts, To: TEXT, Include: listSchema(oneOfValues(...TRIALS)) },
    ["Version"],
  ),
  answers: "TriedDefinition",
  schemas: {
    TriedDefinition: says(
      closed(
        { valid: BOOL, diagnostics: listSchema(reference("DefinitionFinding")) },
        {
          version: says(TEXT, "Which one it would be."),
          tests: notTried(reference("TestRun")),
          rows: notTried(reference("TriedRows")),
          calls: notTried({ type: "object", description: "As `tablewright backtest --json` prints it." }),
        },
      ),
      "What a change would come to; `tests`, `rows` and `calls` where they were asked for.",
    ),
    DefinitionFinding: closed(
      { severity: oneOfValues("error", "warning"), code: TEXT, message: TEXT },
      {
        hint: TEXT,
        path: pathOfPart,
        edit: says(COUNT, "Which of the edits it is in, from 0."),
        at: says(closed({ line: COUNT, character: COUNT }), "Where it is in the text of the part, from 1."),
        start: says(COUNT, "Of an expression: where it begins in that."),
        end: COUNT,
        line: says(COUNT, "Where it is in the file, from 1."),
        character: COUNT,
        isNew: says(BOOL, "Whether the present definition does not have it."),
        example: says({ type: "object" }, "Facts that show what is meant."),
      },
    ),
    TriedRows: says(
      closed({
        tables: listSchema(
          closed({
            table: TEXT,
            rows: COUNT,
            differing: says(COUNT, "Rows of which a computed value differs."),
            columns: says(counts, "How many, by column."),
            invalid: says(COUNT, "Rows that are valid now and would not be."),
            examples: listSchema(
              closed({
                key: TEXT,
                changes: { type: "object", additionalProperties: closed({ before: {}, after: {} }) },
              }),
            ),
            invalidExamples: listSchema(
              closed({
                key: TEXT,
                errors: listSchema(closed({ code: TEXT, message: TEXT }, { column: TEXT })),
              }),
            ),
          }),
        ),
        looked: says(COUNT, "Rows that were looked at."),
        complete: says(BOOL, "Whether these were all."),
      }),
      "What a definition makes of the rows as they are now.",
    ),
  },
  async answer(call) {
    const { output: read, diagnostics } = readAuthored(call);
    if (read === undefined) return { output: undefined, diagnostics };
    const trial = { include: read.include, turn: call.turn, signal: call.request.signal };
    return withEditor(call, (editor) => editor.try(read.change, trial));
  },
});
