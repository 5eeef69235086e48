import { type Diagnostic, moveDiagnostic } from "../diagnostics/index.ts";
import { type CheckedExpression, check, type ExpressionScope, jsonWriterOf } from "../expression/parts.ts";
import { findPlaceholderEnd } from "../expression/syntax/tokens.ts";
import { writeValue } from "../expression/tree/value-forms.ts";
import type { JsonValue, Value } from "../values/index.ts";
import type { DefinitionReport } from "../yaml/definition-report.ts";
import type { Path } from "../yaml/definition-source.ts";
import type { EventPart, EventTemplate, Placed, RuleEvent } from "./decision.ts";
import type { EventShape } from "./rules-shape.ts";

/** Reads the event at a path; each error is reported, and its text is then a constant. */
export function readEvent(
  report: DefinitionReport,
  scope: ExpressionScope,
  member: Path,
  event: EventShape,
  onExpression: (expression: CheckedExpression) => void,
): EventTemplate {
  if (typeof event === "string") return readPart({ type: event }, member);
  return readPart(event, member);

  function readPart(part: unknown, path: Path): EventPart {
    if (typeof part === "string") return readText(part, path);
    if (Array.isArray(part))
      return { kind: "list", items: part.map((item, index) => readPart(item, [...path, index])) };
    if (typeof part === "object" && part !== null)
      return {
        kind: "object",
        members: Object.entries(part).map(([name, value]) => [name, readPart(value, [...path, name])]),
      };
    return { kind: "constant", value: part as JsonValue };
  }

  function readText(text: string, path: Path): EventPart {
    const parts: (string | Placed)[] = [];
    const constant = { kind: "constant", value: text } as const;
    let at = 0;
    for (let open = text.indexOf("<<"); open !== -1; open = text.indexOf("<<", at)) {
      const start = open + 2;
      const length = findPlaceholderEnd(text.slice(start), []);
      const source =
        length === -1 ? text.slice(start).replace(/\n.*$/s, "") : text.slice(start, start + length);
      report.observer?.expression(path, source, scope, start);
      if (length === -1) {
        report.reportWithin(path, "definition/open-hole", {}, { start: open, end: start });
        return constant;
      }
      const { output, diagnostics } = check(source, scope);
      const locate = (diagnostic: Diagnostic) => moveDiagnostic(diagnostic, start);
      report.reportExpression(path, diagnostics.map(locate));
      if (output === undefined) return constant;
      onExpression(output);
      if (open > at) parts.push(text.slice(at, open));
      parts.push({ expression: output, member: path.join("."), locate });
      at = start + length + 2;
    }
    if (parts.length === 0) return constant;
    if (at < text.length) parts.push(text.slice(at));
    const [only] = parts;
    if (parts.length === 1 && typeof only === "object") return { kind: "value", placed: only };
    return { kind: "text", parts };
  }
}

/** The event with the values of its expressions. */
export function renderEvent(
  template: EventTemplate,
  evaluate: (placed: Placed) => Value,
  locale: string,
): RuleEvent {
  return render(template) as RuleEvent;

  function render(part: EventPart): JsonValue {
    switch (part.kind) {
      case "constant":
        return part.value;
      case "value":
        return jsonWriterOf(part.placed.expression.type)(evaluate(part.placed));
      case "text":
        return part.parts
          .map((one) =>
            typeof one === "string" ? one : writeValue(evaluate(one), one.expression.type, locale),
          )
          .join("");
      case "list":
        return part.items.map(render);
      case "object":
        return Object.fromEntries(part.members.map(([name, value]) => [name, render(value)]));
    }
  }
}
