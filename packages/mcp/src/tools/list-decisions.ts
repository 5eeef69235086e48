import * as z from "zod";
import { fitWhole } from "../calls/fit-answer.ts";
import { defineTool } from "./define-tool.ts";

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
