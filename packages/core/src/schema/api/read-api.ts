import type { AccessKey, ApiDefinition } from "../app-definition.ts";
import { checkOneOf } from "../draft/check-one-of.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { AccessKeyShape, DefinitionShape } from "../text/definition-shape.ts";
import type { Path } from "../text/definition-source.ts";
import { accessKey } from "./access-key.ts";
import { readIdentity } from "./read-identity.ts";
import { type Reachable, readReach } from "./read-reach.ts";
import { readSignIn } from "./read-sign-in.ts";

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
  return {
    enabled: api?.enabled ?? api !== undefined,
    accessKeys,
    invocable: api?.invocable ?? "spec",
    signIn: readSignIn(report, ["app", "api", "signIn"], api?.signIn, reachable),
  };
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
  const silent = accessKey({ name });
  return {
    name,
    sha256: sha256?.toLowerCase(),
    key,
    expires,
    disabled: shape.disabled ?? silent.disabled,
    ...readReach(report, path, shape, reachable),
    history: shape.history ?? silent.history,
    events: shape.events ?? silent.events,
    tests: shape.tests ?? silent.tests,
    undo: shape.undo ?? silent.undo,
    ...readIdentity(report, path, shape),
  };
}

function reportTwice(report: DefinitionReport, path: Path, keys: readonly AccessKey[]): void {
  for (const [index, { name }] of keys.entries()) {
    if (keys.findIndex((other) => other.name === name) === index) continue;
    const details = { name, first: "an access key", second: "another one" };
    report.report([...path, index, "name"], "definition/duplicate-name", details);
  }
}
