import { answered } from "./describing-paths.ts";
import type { JsonSchema } from "./json-schema.ts";

/** The path of undo, for keys that may. */
export function undoPath(base: string): Readonly<Record<string, JsonSchema>> {
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
