import type { Template } from "../app-definition.ts";
import { endsInQuotes } from "../body-notation.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";

/** Warns of a body that begins as JSON and is none, whatever values its holes take. */
export function checkJsonBody(report: DefinitionReport, path: Path, body: Template): void {
  let isInQuotes = false;
  const pieces = body.map((part) => {
    if (part.kind !== "text") return isInQuotes ? "" : "null";
    isInQuotes = endsInQuotes(part.text, isInQuotes);
    return part.text;
  });
  const text = pieces.join("");
  if (!/^\s*[{[]/.test(text)) return;
  try {
    JSON.parse(text);
  } catch {
    report.report(path, "definition/not-json", {});
  }
}
