import { suggest } from "../../diagnostics/index.ts";
import { findName } from "../../expression/parts.ts";
import type { AccessKey } from "../app-definition.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";

/** What access keys may name. */
export interface Reachable {
  /** Tables and slices. */
  readonly tables: readonly string[];
  /** The operations of every table, and actions. */
  readonly actions: readonly string[];
}

/** What a caller may call and reach, by the names that are declared; undefined is all. */
export function readReach(
  report: DefinitionReport,
  path: Path,
  shape: {
    readonly actions?: readonly string[] | undefined;
    readonly tables?: readonly string[] | undefined;
  },
  reachable: Reachable,
): Pick<AccessKey, "actions" | "tables"> {
  const actions = shape.actions?.map((action, index) => {
    const match = nameInList(reachable.actions, action);
    const details = { name: action, suggestion: suggest(action, reachable.actions) };
    const at = [...path, "actions", index];
    if (match === undefined) report.report(at, "definition/unknown-action", details);
    else report.observer?.name(at, "value", { kind: "action", name: match });
    return match ?? action;
  });
  const tables = shape.tables?.map((table, index) => {
    const match = nameInList(reachable.tables, table);
    const details = { name: table, suggestion: suggest(table, reachable.tables) };
    const at = [...path, "tables", index];
    if (match === undefined) report.report(at, "definition/unknown-table", details);
    else report.observer?.name(at, "value", { kind: "table or slice", name: match });
    return match ?? table;
  });
  return { actions, tables };
}

function nameInList(names: readonly string[], name: string): string | undefined {
  return findName(
    names.map((one) => ({ name: one })),
    name,
  ).match?.name;
}
