import type { AccessKey, ApiDefinition, SignIn } from "../app-definition.ts";
import { checkEmail } from "../check/check-email.ts";
import { checkOneOf } from "../draft/check-one-of.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { AccessKeyShape, DefinitionShape } from "../text/definition-shape.ts";
import type { Path } from "../text/definition-source.ts";
import { accessKey } from "./access-key.ts";
import { type Reachable, readReach } from "./read-reach.ts";

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

/** Whom the calls of an access key are made for. A key that speaks `as` somebody names no other person unless it says so. */
function readIdentity(
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

type SignInShape = NonNullable<NonNullable<DefinitionShape["app"]["api"]>["signIn"]>;

/** How people sign in, with every default filled in. */
function readSignIn(
  report: DefinitionReport,
  path: Path,
  shape: SignInShape | undefined,
  reachable: Reachable,
): SignIn | undefined {
  if (shape === undefined) return undefined;
  const { issuer, audience, jwks, email = "email", role, settings = [], clockSkew = 60 } = shape;
  return {
    issuer,
    audience,
    jwks,
    email,
    role,
    settings,
    clockSkew,
    ...readReach(report, path, shape, reachable),
  };
}
