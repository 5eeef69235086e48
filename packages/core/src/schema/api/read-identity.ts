import type { AccessKey } from "../app-definition.ts";
import { checkEmail } from "../check/check-email.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { AccessKeyShape } from "../text/definition-shape.ts";
import type { Path } from "../text/definition-source.ts";

/** Whom the calls of an access key are made for. A key that speaks `as` somebody names no other person unless it says so. */
export function readIdentity(
  report: DefinitionReport,
  path: Path,
  { as, runAs = as === undefined }: AccessKeyShape,
): Pick<AccessKey, "as" | "runAs"> {
  if (as !== undefined) checkEmail(report, [...path, "as"], as);
  if (as !== undefined && typeof runAs === "string") {
    const details = { first: "as", second: `runAs: ${runAs}` };
    report.report([...path, "runAs"], "definition/exclusive", details, "name");
  }
  return { as, runAs: runAs === "owner" ? false : runAs };
}
