import type { AccessKey } from "@tablewright/core";
import { answered } from "./describing-paths.ts";
import { eventPaths } from "./event-paths.ts";
import type { JsonSchema } from "./json-schema.ts";

/** The paths for operators that a key may use. */
export function operatorPaths(base: string, key: AccessKey): Readonly<Record<string, JsonSchema>> {
  return {
    ...(key.events ? eventPaths(base) : {}),
    ...(key.tests ? testPaths(base) : {}),
    ...(key.undo ? undoPath(base) : {}),
  };
}

function testPaths(base: string): Readonly<Record<string, JsonSchema>> {
  return {
    [`${base}/tests`]: {
      get: {
        operationId: "showTests",
        summary: "What came of the last run of the definition's tests.",
        responses: answered("TestRun"),
      },
      post: {
        operationId: "runTests",
        summary: "Runs the definition's tests.",
        responses: answered("TestRun"),
      },
    },
  };
}

/** The path of undo, for keys that may. */
function undoPath(base: string): Readonly<Record<string, JsonSchema>> {
  const call = { name: "callId", in: "path", required: true, schema: { type: "string" } };
  const schema = { type: "object", properties: { Properties: { type: "object" } } };
  return {
    [`${base}/calls/{callId}/undo`]: {
      parameters: [call],
      post: {
        operationId: "undoCall",
        summary: "Changes back what a call has changed, where no row was changed since.",
        requestBody: { required: true, content: { "application/json": { schema } } },
        responses: answered("Undone"),
      },
    },
  };
}
