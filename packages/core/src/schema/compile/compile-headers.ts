import type { Path } from "../../yaml/definition-source.ts";
import type { Template } from "../app/app-definition.ts";
import type { Compiling } from "./compile-expression.ts";
import { compileTemplate } from "./compile-template.ts";

/** The headers of a webhook, their values compiled as templates. What belongs to the connection cannot be declared. */
export function compileHeaders(
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
      const details = { actual: JSON.stringify(name), expected: "the name of a header, without blanks," };
      report.report(at, "definition/wrong-value", details, "name");
    }
    if (RESERVED.has(name.toLowerCase())) report.report(at, "definition/reserved-header", { name }, "name");
    compiled.set(name, compileTemplate(compiling, at, headers[name] ?? ""));
  }
  return compiled;
}

/** Whoever delivers says where a request goes, where it ends and how it is sent. */
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
