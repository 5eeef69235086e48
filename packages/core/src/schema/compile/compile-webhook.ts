import type { ExpressionScope } from "../../expression/parts.ts";
import type { WebhookDefinition } from "../app-definition.ts";
import { bodyNotation } from "../body-notation.ts";
import { checkHolesInUrl } from "../check/check-holes-in-url.ts";
import { checkJsonBody } from "../check/check-json-body.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";
import type { Path } from "../text/definition-source.ts";
import { compileHeaders } from "./compile-headers.ts";
import { compileTemplate } from "./compile-template.ts";

type StepShape = NonNullable<DefinitionShape["rules"]>[string]["steps"][number];
type WebhookShape = NonNullable<StepShape["webhook"]>;

/** A call of another service with its templates compiled in the scope of the rule's row. */
export function compileWebhook(
  report: DefinitionReport,
  path: Path,
  { url, method = "POST", headers = {}, body, secret, inOrder }: WebhookShape,
  inRow: ExpressionScope,
): WebhookDefinition {
  const compile = (member: "url" | "body", text: string) =>
    compileTemplate(report, [...path, member], text, inRow);
  const expect = (member: "url" | "secret", text: string, pattern: RegExp, expected: string) => {
    if (!pattern.test(text))
      report.report([...path, member], "definition/wrong-value", { actual: "This text", expected });
  };
  expect("url", url, /^https?:\/\//i, "a URL that begins with https:// or http://");
  checkHolesInUrl(report, [...path, "url"], url);
  if (secret !== undefined)
    expect("secret", secret, /^env:[a-z_]\w*$/i, "the place of a secret, such as env:HOOK_SECRET,");
  if (method === "GET" && body !== undefined) {
    const details = { first: "method: GET", second: "body" };
    report.report([...path, "body"], "definition/exclusive", details, "name");
  }
  const compiled = {
    url: compile("url", url),
    headers: compileHeaders(report, [...path, "headers"], headers, inRow),
    body: body === undefined ? undefined : compile("body", body),
  };
  if (compiled.body?.length && method !== "GET" && bodyNotation(compiled) === "json")
    checkJsonBody(report, [...path, "body"], compiled.body);
  return {
    ...compiled,
    method,
    secret,
    isInOrder: inOrder !== undefined,
  };
}
