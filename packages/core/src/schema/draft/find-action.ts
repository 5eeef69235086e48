import type { TableScope } from "../../expression/parts.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";
import type { ActionDrafts } from "./draft-actions.ts";
import { suggestName } from "./suggest-name.ts";

/** The declared name of the action on `table` that a name means; an unknown one, or one on another table, is reported. */
export function findAction(
  report: DefinitionReport,
  path: Path,
  drafts: ActionDrafts,
  name: string,
  table: TableScope | undefined,
): string | undefined {
  const match = drafts.byName.get(name) ?? drafts.byFoldedName.get(name.toLowerCase());
  if (match === undefined) {
    const suggestion = suggestName(name, drafts.byName.values());
    report.report(path, "definition/unknown-action", { name, suggestion });
    return undefined;
  }
  report.observer?.name(path, "value", { kind: "action", name: match.name });
  const isElsewhere = table !== undefined && match.table !== undefined && match.table.name !== table.name;
  if (isElsewhere) {
    const details = { name: match.name, actual: match.table?.name ?? "", expected: table.name };
    report.report(path, "definition/other-table", details);
  }
  return match.name;
}
