import { foldText } from "../../values/index.ts";
import { checkEmail } from "../check/check-email.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";

/** The roles by the folded e-mail addresses of people, so that who is the same person for a filter has the same role. */
export function readRoles(report: DefinitionReport, { app }: DefinitionShape): ReadonlyMap<string, string> {
  const { roles = {} } = app;
  const path = ["app", "roles"];
  const emails = new Map<string, string>();
  for (const email of report.source.names(path).filter((one) => Object.hasOwn(roles, one))) {
    checkEmail(report, [...path, email], email, "name");
    const other = emails.get(foldText(email));
    if (other !== undefined)
      report.report([...path, email], "definition/similar-names", { name: email, other }, "name");
    emails.set(foldText(email), email);
  }
  return new Map([...emails].map(([folded, email]) => [folded, roles[email] ?? ""]));
}
