import * as z from "zod";
import { done, fitAnswer } from "../calls/reply.ts";
import { defineTool } from "./define-tool.ts";

export const carryOutTool = defineTool({
  name: "carry_out",
  title: "Carry out a prepared change",
  description:
    "Does what prepare_change or prepare_undo has tried, and answers the rows as they now are, with the call by which it can be undone " +
    "where the application records changes. Ask the person before, unless they said so already. When it is refused, prepare the change again.",
  input: z.object({ token: z.string().describe("The token that prepare_change or prepare_undo answered.") }),
  does: "change",
  run: async ({ calls, prepared, caller }, { token }) => {
    const taken = prepared.take(caller, token);
    if (!taken.ok) return taken;
    const change = taken.value;
    const answer = await ("undone" in change ? calls.undo(change) : calls.change(change));
    if (!answer.ok) return answer;
    const { call } = answer.value;
    const about =
      "undone" in change ? { undone: change.undone } : { table: change.table, action: change.action };
    return done({
      what: "It is done.",
      ...about,
      ...(call === undefined ? {} : { call }),
      ...fitAnswer(answer.value),
    });
  },
});
