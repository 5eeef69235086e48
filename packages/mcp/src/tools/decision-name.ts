import * as z from "zod";

/** What the tools about decisions are given. */
export const decisionName = z.string().describe("The name of a decision, as list_decisions has it.");

export const factsOfDecision = z
  .record(z.string(), z.any())
  .describe("The parameters of the decision by name, as JSON; dates are ISO texts.");
