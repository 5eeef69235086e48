import { readDefinitionChange } from "../body/read-definition-change.ts";
import { TRIALS } from "../definitions/definition-editor.ts";
import {
  BOOL,
  COUNT,
  closed,
  listSchema,
  objectSchema,
  oneOfValues,
  reference,
  says,
  TEXT,
} from "../openapi/json-schema.ts";
import { defineApplicationRoute } from "./define-application-route.ts";
import { editsOfParts } from "./save-definition.ts";
import { pathOfPart, withEditor } from "./show-definition.ts";

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
    { Version: TEXT, Edits: editsOfParts, To: TEXT, Include: listSchema(oneOfValues(...TRIALS)) },
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
    const read = readDefinitionChange(call.body);
    if (read.output === undefined) return { output: undefined, diagnostics: read.diagnostics };
    const { change, include } = read.output;
    const trial = { include, turn: call.turn, signal: call.request.signal };
    return withEditor(call, (editor) => editor.try(change, trial));
  },
});
