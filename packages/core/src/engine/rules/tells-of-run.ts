import type { RuleRun } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";

/** Whether the run history tells of a rule that ended so: always of one that could not be run. */
export function tellsOfRun({ app, isSampled }: Call, outcome: RuleRun["outcome"]): boolean {
  const { tell } = app.runs;
  if (tell === "none") return false;
  if (outcome === "DepthReached" || outcome === "Failed") return true;
  return isSampled && (outcome === "Done" || tell === "all");
}
