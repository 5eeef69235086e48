import * as z from "zod";
import { fitAnswer } from "../calls/fit-answer.ts";
import { done } from "../calls/reply.ts";
import { defineTool } from "./define-tool.ts";

export const prepareUndoTool = defineTool({
  name: "prepare_undo",
  title: "Prepare to undo a call",
  description:
    "Tries to change back all that a call has changed, with what its rules did, and keeps nothing: the answer has what would become of " +
    "each row, or why it cannot be undone, such as rows that were changed since, and a token. Show people what would change; carry_out " +
    "with the token does it. It takes a right of the caller's own.",
  input: z.object({
    call: z.string().min(1).describe("The call, as row_history names it, or as carry_out answered it."),
  }),
  does: "prepare",
  run: async ({ calls, prepared, caller }, { call }) => {
    const tried = await calls.undo({ undone: call, properties: { DryRun: true } });
    if (!tried.ok) return tried;
    const token = prepared.add(caller, { undone: call, properties: {} });
    if (!token.ok) return token;
    return done({ what: prepared.notice, token: token.value, undone: call, ...fitAnswer(tried.value) });
  },
});
