import type { Compiling } from "../../yaml/compile-expression.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { Template, WebhookDefinition } from "../app/app-definition.ts";
import { bodyNotation, endsInQuotes, hasBlocks, withoutSpareCommas } from "../app/body-notation.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";
import { compileTemplate } from "./compile-template.ts";

type StepShape = NonNullable<DefinitionShape["rules"]>[string]["steps"][number];
type WebhookShape = NonNullable<StepShape["webhook"]>;

/** A call of another service with its templates compiled in the scope of the rule's row. */
export function compileWebhook(
  compiling: Compiling,
  path: Path,
  { url, method = "POST", headers = {}, body, secret, inOrder }: WebhookShape,
): WebhookDefinition {
  const { report } = compiling;
  const compile = (member: "url" | "body", text: string) =>
    compileTemplate(compiling, [...path, member], text, member === "body" ? "body" : "line");
  const expect = (member: "url" | "secret", text: string, pattern: RegExp, expected: string) => {
    if (!pattern.test(text))
      report.report([...path, member], "definition/wrong-value", { actual: "another text", expected });
  };
  expect("url", url, /^https?:\/\//i, "a URL that begins with https:// or http://");
  checkPlaceholdersInUrl(report, [...path, "url"], url);
  if (secret !== undefined)
    expect("secret", secret, /^env:[a-z_]\w*$/i, "the place of a secret, such as env:HOOK_SECRET");
  if (method === "GET" && body !== undefined) {
    const details = { first: "method: GET", second: "body" };
    report.report([...path, "body"], "definition/exclusive", details, "name");
  }
  const compiled = {
    url: compile("url", url),
    headers: compileHeaders(compiling, [...path, "headers"], headers),
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

/** A step of the program itself: a webhook to `call:NAME`, whose body describes the change. */
export function compileCallStep(report: DefinitionReport, path: Path, name: string): WebhookDefinition {
  if (!/^[a-z_][\w-]{0,99}$/i.test(name))
    report.report(path, "definition/wrong-value", {
      actual: "another text",
      expected: "the name of a step of the program, of letters, digits, _ and -",
    });
  return {
    url: [{ kind: "text", text: `call:${name}` }],
    method: "POST",
    headers: new Map(),
    body: undefined,
    secret: undefined,
    isInOrder: false,
  };
}

/**
 * Reports a placeholder in the scheme, the host or the port of a URL, where a row could choose who is called. The host ends at the
 * first sign that begins a path, a query or a fragment; before a placeholder it must have ended, and not be blank.
 */
function checkPlaceholdersInUrl(report: DefinitionReport, path: Path, url: string): void {
  const open = url.indexOf("<<");
  if (open === -1 || !/^https?:\/\//i.test(url) || HOST.test(url.slice(0, open))) return;
  report.reportWithin(path, "definition/hole-in-host", {}, { start: open, end: open + "<<".length });
}

/** Without the backslash and the blanks that readers of URLs take for something else. */
const HOST = /^https?:\/\/[^/?#\\\s<>]+[/?#]/i;

/**
 * Warns of a body that begins as JSON and is none, whatever values its holes take: with each block repeated and each condition
 * met, and with none.
 */
function checkJsonBody(report: DefinitionReport, path: Path, body: Template): void {
  const examples = hasBlocks(body)
    ? [true, false].map((isFilled) => withoutSpareCommas(exampleOf(body, isFilled)))
    : [exampleOf(body, true)];
  const isWrong = examples.some((text) => /^\s*[{[]/.test(text) && !isJson(text));
  if (isWrong) report.report(path, "definition/not-json", {});
}

/** The body with blank values, and nothing where that is too long to be looked at. */
function exampleOf(body: Template, isFilled: boolean): string {
  const pieces: string[] = [];
  let length = 0;
  let isInQuotes = false;
  write(body);
  return length > LONGEST ? "" : pieces.join("");

  function write(parts: Template): void {
    for (const part of parts) {
      if (length > LONGEST) return;
      if (part.kind === "text") {
        isInQuotes = endsInQuotes(part.text, isInQuotes);
        length += part.text.length;
        pieces.push(part.text);
      } else if (part.kind === "choice") {
        write(isFilled ? part.parts : part.otherwise);
      } else if (part.kind === "rows") {
        if (isFilled) for (const once of [part.parts, part.parts]) write(once);
      } else if (!isInQuotes) {
        pieces.push("null");
      }
    }
  }
}

/** Blocks within one another are repeated more often than they are written. */
const LONGEST = 4_194_304;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The headers of a webhook, their values compiled as templates. What belongs to the connection cannot be declared. */
function compileHeaders(
  compiling: Compiling,
  path: Path,
  headers: Readonly<Record<string, string>>,
): ReadonlyMap<string, Template> {
  const { report } = compiling;
  const compiled = new Map<string, Template>();
  const taken = new Map<string, string>();
  for (const name of report.source.names(path, headers)) {
    const at = [...path, name];
    const other = taken.get(name.toLowerCase());
    if (other !== undefined) report.report(at, "definition/similar-names", { name, other }, "name");
    taken.set(name.toLowerCase(), name);
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      const details = { actual: JSON.stringify(name), expected: "the name of a header, without blanks" };
      report.report(at, "definition/wrong-value", details, "name");
    }
    if (RESERVED.has(name.toLowerCase())) report.report(at, "definition/reserved-header", { name }, "name");
    compiled.set(name, compileTemplate(compiling, at, headers[name] ?? ""));
  }
  return compiled;
}

/** The deliverer decides where a request goes, where it ends and how it is sent. */
const RESERVED: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
