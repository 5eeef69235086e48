import { DiagnosticList, diagnose, type Outcome } from "../../../diagnostics/index.ts";
import type { Task } from "../../../expression/parts.ts";
import type { RuleDefinition, Template } from "../../../schema/index.ts";
import type { Call } from "../../calls/call.ts";
import type { RowChange } from "../../calls/row-change.ts";
import { renderTemplate } from "./render-template.ts";

/** From the first character of a part of a text to behind its last. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The URL of a webhook with its holes filled in. A value is one segment of the path or a part of one: where a segment would
 * become `.` or `..`, however it is spelled, the receiver would look for it elsewhere, and it is refused.
 */
export function* renderUrl(
  call: Call,
  rule: RuleDefinition,
  template: Template,
  change: RowChange,
): Task<Outcome<string>> {
  const diagnostics = new DiagnosticList();
  const values: Span[] = [];
  let url = "";
  for (const part of template) {
    const { output = "", diagnostics: errors } = yield* renderTemplate(call, rule, [part], "url", change);
    diagnostics.addAll(errors);
    if (part.kind !== "text") values.push({ start: url.length, end: url.length + output.length });
    url += output;
  }
  const isMoving = segmentsOf(url).some(
    (segment) => isDotSegment(url, segment) && values.some((value) => touches(value, segment)),
  );
  if (isMoving)
    diagnostics.add(diagnose("workflow/dot-segment", { rule: rule.name }, { row: change.position }));
  return { output: url, diagnostics: diagnostics.all };
}

/** The segments of the path. Loading has seen that values stand behind the host, and none of them holds these signs. */
function segmentsOf(url: string): readonly Span[] {
  const [, before = "", path = ""] = /^([^/]*\/\/[^/\\?#]*)([^?#]*)/.exec(url) ?? [];
  const [, ...segments] = path.split(/[/\\]/);
  let start = before.length;
  return segments.map(({ length }) => {
    const span = { start: start + 1, end: start + 1 + length };
    start = span.end;
    return span;
  });
}

/** Readers of URLs undo `%2e` before they look at dots, and pass over tabs and line breaks. */
function isDotSegment(url: string, { start, end }: Span): boolean {
  const segment = url.slice(start, end).replace(/[\t\r\n]/g, "");
  return /^(\.|%2e){1,2}$/i.test(segment);
}

function touches(value: Span, segment: Span): boolean {
  return value.start <= segment.end && segment.start <= value.end;
}
