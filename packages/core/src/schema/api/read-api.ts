import { suggest } from "../../diagnostics/index.ts";
import { findName } from "../../expression/parts.ts";
import type { AccessKey, ApiDefinition } from "../app-definition.ts";
import { checkOneOf } from "../draft/check-one-of.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { AccessKeyShape, DefinitionShape } from "../text/definition-shape.ts";
import type { Path } from "../text/definition-source.ts";
import { readIdentity } from "./read-identity.ts";

/** What access keys may name. */
export interface Reachable {
  /** Tables and slices. */
  readonly tables: readonly string[];
  /** The operations of every table, and actions. */
  readonly actions: readonly string[];
}

/** The web API of an application; without an `api` member it is switched off. */
export function readApi(
  report: DefinitionReport,
  { app }: DefinitionShape,
  reachable: Reachable,
): ApiDefinition {
  const { api } = app;
  const path = ["app", "api", "accessKeys"];
  const accessKeys = (api?.accessKeys ?? []).map((shape, index) =>
    readAccessKey(report, [...path, index], shape, reachable),
  );
  reportTwice(report, path, accessKeys);
  return { enabled: api?.enabled ?? api !== undefined, accessKeys, invocable: api?.invocable ?? "spec" };
}

function readAccessKey(
  report: DefinitionReport,
  path: Path,
  shape: AccessKeyShape,
  reachable: Reachable,
): AccessKey {
  const { name, sha256, key, expires } = shape;
  checkOneOf(report, path, ["sha256", "key"]);
  if (key !== undefined && sha256 === undefined)
    report.report([...path, "key"], "definition/plain-key", { name }, "name");
  const actions = shape.actions?.map((action, index) => {
    const found = nameInList(reachable.actions, action);
    const details = { name: action, suggestion: suggest(action, reachable.actions) };
    const at = [...path, "actions", index];
    if (found === undefined) report.report(at, "definition/unknown-action", details);
    else report.observer?.name(at, "value", { kind: "action", name: found });
    return found ?? action;
  });
  const tables = shape.tables?.map((table, index) => {
    const found = nameInList(reachable.tables, table);
    const details = { name: table, suggestion: suggest(table, reachable.tables) };
    const at = [...path, "tables", index];
    if (found === undefined) report.report(at, "definition/unknown-table", details);
    else report.observer?.name(at, "value", { kind: "table or slice", name: found });
    return found ?? table;
  });
  return {
    name,
    sha256: sha256?.toLowerCase(),
    key,
    expires,
    disabled: shape.disabled ?? false,
    actions,
    tables,
    ...readIdentity(report, path, shape),
  };
}

function nameInList(names: readonly string[], name: string): string | undefined {
  return findName(
    names.map((one) => ({ name: one })),
    name,
  ).found?.name;
}

function reportTwice(report: DefinitionReport, path: Path, keys: readonly AccessKey[]): void {
  for (const [index, { name }] of keys.entries()) {
    if (keys.findIndex((other) => other.name === name) === index) continue;
    const details = { name, first: "an access key", second: "another one" };
    report.report([...path, index, "name"], "definition/duplicate-name", details);
  }
}
