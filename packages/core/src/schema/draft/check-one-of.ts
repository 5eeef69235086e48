import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";

/** Reports when not exactly one of the members is in the text, whatever its value is worth. */
export function checkOneOf(
  report: DefinitionReport,
  path: Path,
  members: readonly string[],
  at: "name" | "value" = "value",
): void {
  if (!report.source.has(path)) return;
  const ownMembers = members.filter((member) => report.source.has([...path, member]));
  if (ownMembers.length !== 1) report.report(path, "definition/one-of", { members }, at);
}
