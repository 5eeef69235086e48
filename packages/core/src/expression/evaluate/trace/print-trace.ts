import type { JsonValue } from "../../../values/index.ts";
import { decidingPart } from "./deciding-part.ts";
import type { Trace, TracedRows, TraceNode } from "./trace.ts";

/** A trace for people: the source with the part that decided marked, and below it what each part gave. */
export function printTrace(trace: Trace): string {
  const part = decidingPart(trace.root);
  const verdict = trace.error?.message ?? (part && printValue(part));
  const source = part === undefined ? [trace.source] : markSource(trace.source, part, verdict ?? "");
  return [...source, ...printNode(trace.root, "  ")].join("\n");
}

/** The lines of a source, with a line of `^` below the first line of a span. */
function markSource(source: string, { start, end }: TraceNode, verdict: string): string[] {
  const lines = source.split("\n");
  let offset = 0;
  for (const [at, line] of lines.entries()) {
    if (start <= offset + line.length) {
      const before = [...line.slice(0, start - offset)].length;
      const marked = [...line.slice(start - offset, end - offset)].length;
      const mark = `${" ".repeat(before)}${"^".repeat(Math.max(1, marked))} ${verdict}`;
      return [...lines.slice(0, at + 1), mark, ...lines.slice(at + 1)];
    }
    offset += line.length + 1;
  }
  return lines;
}

function printNode(node: TraceNode, indent: string): string[] {
  if (isPlain(node)) return [];
  const { text, rows, formula, parts, omitted = 0 } = node;
  const computed = formula === undefined ? "" : `, computed as ${formula.replace(/\s+/gu, " ")}`;
  const looked = rows === undefined ? "" : `, ${printRows(rows)}`;
  const inner = `${indent}  `;
  return [
    `${indent}${text} ${printOutcome(node)}${printConversions(node)}${looked}${computed}`,
    ...parts.flatMap((part) => printNode(part, inner)),
    ...(rows?.first ?? []).flatMap((row) => {
      const lines = row.parts.flatMap((part) => printNode(part, `${inner}  `));
      return lines.length === 0 ? [] : [`${inner}row ${printJson(row.key)}`, ...lines];
    }),
    ...(omitted > 0 ? [`${inner}… and ${omitted} more parts`] : []),
  ];
}

/** Constants speak for themselves, and so does what reads the value of a SWITCH. */
function isPlain({ kind, conversions }: TraceNode): boolean {
  return kind === "local" || (kind === "constant" && conversions === undefined);
}

function printOutcome(node: TraceNode): string {
  if (node.state === "skipped") return "was not evaluated";
  return node.state === "failed" ? "failed" : `→ ${printValue(node)}`;
}

function printConversions({ conversions = [], type }: TraceNode): string {
  const last = conversions.at(-1);
  if (last === undefined) return "";
  const from = conversions[0]?.from ?? null;
  return from === null ? "" : `, ${printJson(from)} read as ${type}`;
}

function printRows({ table, looked, met, keys }: TracedRows): string {
  if (looked === 0) return `no row of "${table}" was looked at`;
  const rows = looked === 1 ? "1 row" : `${looked} rows`;
  const list = keys.map(printJson).join(", ");
  const which = met === 0 ? "" : `: ${list}${met > keys.length ? ", …" : ""}`;
  const count = met === looked ? "" : `, ${met} met`;
  return `looked at ${rows} of "${table}"${count}${which}`;
}

function printValue({ value = null, cut }: TraceNode): string {
  if (cut === undefined) return printJson(value);
  const all = Array.isArray(value) ? `${cut} items` : `${cut} characters`;
  return `${printJson(value)} … of ${all}`;
}

function printJson(value: JsonValue): string {
  if (value === null) return "blank";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (Array.isArray(value)) return `(${value.map(printJson).join(", ")})`;
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
