import type { TableScope } from "../../expression/parts.ts";
import { foldName } from "../../values/index.ts";
import { checkNames, checkOneOf } from "../../yaml/check-names.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";
import { findTable, suggestName } from "./find-names.ts";

export type ActionShape = NonNullable<DefinitionShape["actions"]>[string];

/** An action whose table is known, before what it does is: actions name one another in any order. */
export interface ActionDraft {
  readonly name: string;
  readonly path: Path;
  readonly shape: ActionShape;
  /** Undefined for a table that does not exist, which has been reported. */
  readonly table: TableScope | undefined;
}

/** Actions are many and name one another, so they are found without looking at each. */
export interface ActionDrafts {
  readonly byName: ReadonlyMap<string, ActionDraft>;
  /** By name in lower case; two names that differ in nothing else are an error. */
  readonly byFoldedName: ReadonlyMap<string, ActionDraft>;
}

const EFFECTS = ["set", "run", "addRow", "deleteRow", "onRows"] as const;

/** Drafts of all actions. Their names and that each does exactly one thing are checked. */
export function draftActions(
  report: DefinitionReport,
  { actions = {} }: DefinitionShape,
  tables: ReadonlyMap<string, TableScope>,
): ActionDrafts {
  const names = report.source.names(["actions"], actions);
  checkNames(report, "action", names, (name) => ["actions", name]);
  const drafts = names.map((name): ActionDraft => {
    const path = ["actions", name];
    const shape = actions[name] as ActionShape;
    checkOneOf(report, path, EFFECTS, "name");
    const table = findTable(report, [...path, "table"], tables.values(), shape.table);
    return { name, path, shape, table };
  });
  return {
    byName: new Map(drafts.map((draft) => [draft.name, draft])),
    byFoldedName: new Map(drafts.map((draft) => [foldName(draft.name), draft])),
  };
}

/** The declared name of the action on `table` that a name means; an unknown one, or one on another table, is reported. */
export function findAction(
  report: DefinitionReport,
  path: Path,
  drafts: ActionDrafts,
  name: string,
  table: TableScope | undefined,
): string | undefined {
  const match = drafts.byName.get(name) ?? drafts.byFoldedName.get(foldName(name));
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
