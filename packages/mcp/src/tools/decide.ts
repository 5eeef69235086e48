import * as z from "zod";
import { fitWhole } from "../calls/fit-answer.ts";
import { defineTool } from "./define-tool.ts";
import { decisionName, factsOfDecision } from "./inputs.ts";

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
