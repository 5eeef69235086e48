import * as z from "zod";
import { fitAnswer, fitAnswers } from "../calls/fit-answer.ts";
import { done } from "../calls/reply.ts";
import { defineTool } from "./define-tool.ts";

export const carryOutTool = defineTool({
  name: "carry_out",
  title: "Carry out a prepared change",
  description:
    "Does what prepare_change, prepare_changes or prepare_undo has tried, and answers the rows as they now are, with the call by which it can be undone " +
    "where the application records changes. Ask the person before, unless they said so already. When it is refused, prepare the change again.",
  input: z.object({ token: z.string().describe("The token that the preparation answered.") }),
  does: "change",
  run: async ({ calls, prepared, caller }, { token }) => {
    const taken = prepared.take(caller, token);
    if (!taken.ok) return taken;
    const what = "It is done.";
    if ("undone" in taken.value) {
      const { undone } = taken.value;
      const answer = await calls.undo(taken.value);
      return answer.ok ? done({ what, undone, ...callOf(answer.value), ...fitAnswer(answer.value) }) : answer;
    }
    const { changes } = taken.value;
    const answer = await calls.change(changes);
    return answer.ok ? done({ what, ...callOf(answer.value), ...fitAnswers(changes, answer.value) }) : answer;
  },
});

/** The id in the history, where there is one. */
const callOf = ({ call }: { readonly call?: string | undefined }) => (call === undefined ? {} : { call });
