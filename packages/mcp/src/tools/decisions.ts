/** What decisions there are, and what they come to on facts. */
import * as z from "zod";
import { fitWhole } from "../calls/fit-answer.ts";
import { defineTool } from "./define-tool.ts";
import { decisionName, factsOfDecision } from "./inputs.ts";

export const listDecisionsTool = defineTool({
  name: "list_decisions",
  title: "List the decisions",
  description:
    "The decisions of the application: decision tables and rules, with the facts that each takes and the outputs that it gives.",
  input: z.object({}),
  does: "read",
  run: async ({ calls }) => {
    const decisions = await calls.decisions();
    return decisions.ok ? fitWhole({ decisions: decisions.value }) : decisions;
  },
});

export const decideTool = defineTool({
  name: "decide",
  title: "Decide",
  description:
    "What the application decides on facts, by its own rules. Use it instead of applying rules yourself. Each result has the outputs, " +
    "the rows that fired, and what is wrong with the facts, by JSON pointers: errors, and warnings of facts that are not read.",
  input: z.object({ decision: decisionName, facts: z.array(factsOfDecision).min(1) }),
  does: "read",
  run: async ({ calls }, { decision, facts }) => {
    const results = await calls.decide(decision, facts);
    return results.ok ? fitWhole({ results: results.value }) : results;
  },
});

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
