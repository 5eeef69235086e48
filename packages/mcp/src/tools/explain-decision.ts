import * as z from "zod";
import { fitWhole } from "../calls/fit-answer.ts";
import { defineTool } from "./define-tool.ts";
import { decisionName, factsOfDecision } from "./inputs.ts";

export const explainDecisionTool = defineTool({
  name: "explain_decision",
  title: "Explain a decision",
  description:
    "As decide on one set of facts, and why: which rows were tried, and the part of a condition that was not TRUE. It shows rules of " +
    "the application, so it is there only for those who may read them.",
  input: z.object({ decision: decisionName, facts: factsOfDecision }),
  does: "read",
  run: async ({ calls }, { decision, facts }) => {
    const explained = await calls.explainDecision(decision, facts);
    return explained.ok ? fitWhole(explained.value) : explained;
  },
});
