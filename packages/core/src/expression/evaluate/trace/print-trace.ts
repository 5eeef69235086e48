import type { JsonValue } from "../../../values/index.ts";
import type { Trace, TracedRows, TraceNode } from "./trace.ts";

/** A trace for people: the source with the part that decided marked, and below it what each part gave. */
export function printTrace({ source, error, root }: Trace): string {
  const part = decidingPart(root);
  const details = printDetails(root);
  if (part === undefined)
    return [`${source} ${printOutcome(root)}${details}`, ...printParts(root, "  ")].join("\n");
  const verdict = error?.message ?? printValue(part);
  const marked = markSource(source, part, part === root ? verdict + details : verdict);
  return [...marked, ...printParts(root, "  ")].join("\n");
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
  const head = `${indent}${node.text} ${printOutcome(node)}${printDetails(node)}`;
  return [head, ...printParts(node, `${indent}  `)];
}

function printParts(node: TraceNode, indent: string): string[] {
  const { rows, parts, omitted = 0 } = node;
  return [
    ...parts.flatMap((part) => printNode(part, indent)),
    ...(rows?.first ?? []).flatMap((row) => {
      const lines = row.parts.flatMap((part) => printRowPart(node, part, `${indent}  `));
      return lines.length === 0
        ? []
        : [`${indent}${isRowOfTable(row.key) ? "row" : "item"} ${printJson(row.key)}`, ...lines];
    }),
    ...(omitted > 0 ? [`${indent}… and ${omitted} more parts`] : []),
  ];
}

/** How a value was read, which rows were looked at, and by what a computed column is computed. */
function printDetails(node: TraceNode): string {
  const { rows, formula } = node;
  const computed = formula === undefined ? "" : `, computed as ${formula.replace(/\s+/gu, " ")}`;
  const looked = rows === undefined ? "" : printRows(node, rows);
  return `${printConversions(node)}${looked === "" ? "" : `, ${looked}`}${computed}`;
}

/** A part that is written as the whole, such as the column that a Ref is followed to, is its value again. */
function printRowPart(whole: TraceNode, part: TraceNode, indent: string): string[] {
  return part.text === whole.text && part.formula === undefined ? [] : printNode(part, indent);
}

/** Constants speak for themselves, and so does what reads the value of a SWITCH. */
function isPlain({ kind, conversions }: TraceNode): boolean {
  return kind === "local" || (kind === "constant" && conversions === undefined);
}

/** The key of a row is a single value; an object is an item of a list. */
function isRowOfTable(key: JsonValue): boolean {
  return typeof key !== "object" || key === null;
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

function printRows({ kind, state }: TraceNode, { table, looked, met, keys }: TracedRows): string {
  if (table === "") return printItems(kind, looked, met);
  if (kind === "dereference")
    return looked === 0
      ? `no row of "${table}" has this key`
      : `row ${printJson(keys[0] ?? null)} of "${table}"`;
  if (looked === 0) return state === "failed" ? `no row of "${table}"` : `looked at no row of "${table}"`;
  const rows = looked === 1 ? "1 row" : `${looked} rows`;
  const list = keys.map(printJson).join(", ");
  const which = met === 0 ? "" : `: ${list}${met > keys.length ? ", …" : ""}`;
  const count = met === looked ? "" : `, ${met} met`;
  return `looked at ${rows} of "${table}"${count}${which}`;
}

/** Items of a list and objects are rows of no table, and have no keys. */
function printItems(kind: TraceNode["kind"], looked: number, met: number): string {
  if (kind === "dereference") return looked === 0 ? "no object" : "";
  const items = looked === 1 ? "1 item" : `${looked === 0 ? "no" : looked} items`;
  return `looked at ${items}${met === looked ? "" : `, ${met} met`}`;
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
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}

/**
 * The part that decided an outcome one may ask about: what failed, the condition that made a FALSE, the value that made
 * a blank. Undefined where the value is neither.
 */
function decidingPart(root: TraceNode): TraceNode | undefined {
  if (root.state === "skipped" || !isAskedAbout(root)) return undefined;
  let part = root;
  for (let next = causeIn(part); next !== undefined; next = causeIn(part)) part = next;
  return part;
}

function isAskedAbout({ state, value }: TraceNode): boolean {
  return state === "failed" || value === false || value === null;
}

/** The part below that has the same outcome and led to it; parts of a computed column have spans of another text. */
function causeIn({ kind, state, value, formula, parts }: TraceNode): TraceNode | undefined {
  if (formula !== undefined) return undefined;
  if (state === "failed") return parts.find((part) => part.state === "failed");
  const evaluated = parts.filter((part) => part.state === "evaluated");
  if (kind === "conditional") {
    const chosen = evaluated.at(-1);
    return chosen?.value === value ? chosen : undefined;
  }
  if (value === false) return kind === "and" ? evaluated.find((part) => part.value === false) : undefined;
  return evaluated.find((part) => part.value === null);
}
