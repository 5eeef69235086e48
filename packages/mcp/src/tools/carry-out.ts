import * as z from "zod";
import { fitAnswer } from "../calls/fit-answer.ts";
import { done } from "../calls/reply.ts";
import { defineTool } from "./define-tool.ts";

export const carryOut = defineTool({
  name: "carry_out",
  title: "Carry out a prepared change",
  description:
    "Does what prepare_change has tried, and answers the rows as they now are. Ask the person before, unless they said so already. " +
    "When it is refused, prepare the change again.",
  input: z.object({ token: z.string().describe("The token that prepare_change answered.") }),
  does: "change",
  run: async ({ calls, prepared, caller }, { token }) => {
    const taken = prepared.take(caller, token);
    if (!taken.ok) return taken;
    const { table, action } = taken.value;
    const answer = await calls.change(taken.value);
    return answer.ok ? done({ what: "It is done.", table, action, ...fitAnswer(answer.value) }) : answer;
  },
});
