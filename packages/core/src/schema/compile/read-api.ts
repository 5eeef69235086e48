import { suggest } from "../../diagnostics/index.ts";
import { findName } from "../../expression/parts.ts";
import { foldText } from "../../values/index.ts";
import { checkOneOf } from "../../yaml/check-names.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import { type AccessKey, type ApiDefinition, accessKey, type SignInSettings } from "../app/app-definition.ts";
import { checkEmail } from "../check/check-logic.ts";
import type { AccessKeyShape, DefinitionShape } from "../text/definition-shape.ts";

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
    editDefinition: readEditing(report, path, shape, shape.editDefinition === true) ?? silent.editDefinition,
    ...readIdentity(report, path, shape),
  };
}

/** Who changes a definition decides what everybody may do, so with a limit of tables or actions it would limit nothing. */
function readEditing<Given>(
  report: DefinitionReport,
  path: Path,
  shape: object & { readonly editDefinition?: Given | undefined },
  isGiven: boolean,
): Given | undefined {
  for (const limit of ["tables", "actions"])
    if (isGiven && limit in shape) {
      const details = { first: limit, second: "editDefinition" };
      report.report([...path, "editDefinition"], "definition/exclusive", details, "name");
    }
  return shape.editDefinition;
}

function reportTwice(report: DefinitionReport, path: Path, keys: readonly AccessKey[]): void {
  for (const [index, { name }] of keys.entries()) {
    if (keys.findIndex((other) => other.name === name) === index) continue;
    const details = { name, first: "an access key", second: "an access key" };
    report.report([...path, index, "name"], "definition/duplicate-name", details);
  }
}

/** Whom the calls of an access key are made for. A key that speaks `as` one person names no other unless it says so. */
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
): SignInSettings | undefined {
  if (shape === undefined) return undefined;
  const { issuer, audience, jwks, email = "email", role, settings = [], clockSkew = 60 } = shape;
  const roles = readEditing(report, path, shape, shape.editDefinition !== undefined);
  return {
    issuer,
    audience,
    jwks,
    email,
    role,
    settings,
    clockSkew,
    editDefinition: roles ?? [],
    ...readReach(report, path, shape, reachable),
  };
}

/** What access keys may name. */
interface Reachable {
  /** Tables and slices. */
  readonly tables: readonly string[];
  /** The operations of every table, and actions. */
  readonly actions: readonly string[];
}

/** What a caller may call and reach, by the names that are declared; undefined is all. */
function readReach(
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

/** The roles by the folded e-mail addresses of people, so that who is the same person for a filter has the same role. */
export function readRoles(report: DefinitionReport, { app }: DefinitionShape): ReadonlyMap<string, string> {
  const { roles = {} } = app;
  const path = ["app", "roles"];
  const emails = new Map<string, string>();
  for (const email of report.source.names(path, roles)) {
    checkEmail(report, [...path, email], email, "name");
    const other = emails.get(foldText(email));
    if (other !== undefined)
      report.report([...path, email], "definition/similar-names", { name: email, other }, "name");
    emails.set(foldText(email), email);
  }
  return new Map([...emails].map(([folded, email]) => [folded, roles[email] ?? ""]));
}
