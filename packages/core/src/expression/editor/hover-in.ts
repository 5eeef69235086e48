import type { Span } from "../../diagnostics/index.ts";
import type { JsonValue } from "../../values/index.ts";
import { check } from "../check/check.ts";
import type { ExpressionScope } from "../check/check-state.ts";
import type { EvaluationContext } from "../context/evaluation-context.ts";
import { ObjectEvaluation } from "../context/object-evaluation.ts";
import { EvaluationError, explainEvaluationError } from "../runtime/evaluation-error.ts";
import { type Expression, partsWithin } from "../syntax/ast.ts";
import { keyTypeOf } from "../tree/scope.ts";
import { everyTable, typeName } from "../tree/type.ts";
import { analyseSource, type SeenPart, type SourceAnalysis } from "./analyse-source.ts";
import { type NameUse, namesIn } from "./names-in.ts";

/** What the part of a source under the cursor is. */
export interface Hover extends Span {
  readonly kind: NameUse["kind"] | "function" | "value" | "row";
  /** A column with its table, a call as it is written, the words of the part. */
  readonly title: string;
  /** The type of the part, as messages name it; undefined where it has an error or none. */
  readonly type: string | undefined;
  /** What there is to read about it, in Markdown; empty for nothing. */
  readonly text: string;
  /** The value in the row of the context; undefined without one, and for what has none there. */
  readonly value?: JsonValue;
  /** Why there is no value in the row: the sentence of an error. */
  readonly error?: string;
}

/** Describes the part of a source at `offset`; with a context, also its value there. The source may be unfinished. */
export function hoverIn(
  scope: ExpressionScope,
  source: string,
  offset: number,
  context?: EvaluationContext,
): Hover | undefined {
  const analysis = analyseSource(source, scope);
  const placed = partAt(analysis, offset);
  const name = namesIn(analysis).find(
    ({ kind, start, end }) => kind !== "function" && start <= offset && offset <= end,
  );
  if (placed === undefined || placed.start === placed.end) return undefined;
  const about =
    name === undefined ? describePart(analysis, placed, offset) : describeName(analysis, placed, name);
  if (about.type === undefined && about.text === "") return undefined;
  return { ...about, ...(context === undefined ? {} : valueOfPart(analysis, placed, context)) };
}

function describePart({ source, scope }: SourceAnalysis, placed: PlacedPart, offset: number): Hover {
  const { part, seen, start, end } = placed;
  const type = seen?.node === undefined ? undefined : typeName(seen.node.type, everyTable);
  const isOnName = part.kind === "call" && offset <= part.nameSpan.end;
  const definition = isOnName ? scope.functions.get(part.name.toUpperCase()) : undefined;
  if (definition !== undefined) {
    const { syntax, summary, details, result, examples } = definition;
    const shown = examples
      .slice(0, 2)
      .map(([example, answer]) => `\`${example}\` is \`${JSON.stringify(answer)}\``);
    const text = [summary, details, ...shown].filter((one) => one !== undefined).join("\n\n");
    const nameEnd = part.kind === "call" ? part.nameSpan.end : end;
    return { kind: "function", title: syntax, type: type ?? result, text, start, end: nameEnd };
  }
  const kind = part.kind === "column" ? "row" : "value";
  return { kind, title: shortened(source.slice(start, end)), type, text: "", start, end };
}

function describeName({ scope }: SourceAnalysis, { seen }: PlacedPart, name: NameUse): Hover {
  const { kind, start, end } = name;
  if (kind === "field") return { kind, title: `[${name.name}]`, type: name.type, text: "", start, end };
  if (kind === "column") {
    const row = scope.row?.name === name.table ? scope.row : undefined;
    const table = scope.tables.get(name.table) ?? row ?? seen?.rows.at(-1)?.table;
    const column = table?.columns.find((one) => one.name === name.name);
    const title = name.table === "" ? `[${name.name}]` : `${name.table}[${name.name}]`;
    const notes = [
      ...(table?.key.some((one) => one.name === name.name) === true ? ["Part of the key."] : []),
      ...(column?.isVirtual === true ? ["Computed when it is read."] : []),
    ];
    return {
      kind,
      title,
      type: column && typeName(column.type, everyTable),
      text: notes.join(" "),
      start,
      end,
    };
  }
  const table = scope.tables.get(name.table);
  const columns = table?.columns.map((one) => one.name).join(", ") ?? "";
  const text = kind === "slice" ? `A slice of ${name.table}, with ${columns}.` : `A table with ${columns}.`;
  const key =
    table === undefined || table.key.length === 0 ? undefined : typeName(keyTypeOf(table), everyTable);
  return { kind, title: name.name, type: key && `Ref of ${name.table}`, text, start, end };
}

/** The value of a part that reads no row of a scan. What is constant has none that is not seen. */
function valueOfPart(
  { source, scope }: SourceAnalysis,
  { part, seen, start, end }: PlacedPart,
  context: EvaluationContext,
): Pick<Hover, "value" | "error"> {
  const isConstant = ["number", "text", "raw-text", "boolean"].includes(part.kind);
  if (isConstant || seen === undefined || seen.rows.some(({ slot }) => slot > 0)) return {};
  const { output } = check(source.slice(start, end), scope);
  if (output === undefined) return {};
  try {
    return { value: new ObjectEvaluation(output, scope).evaluate(context) };
  } catch (thrown) {
    if (thrown instanceof EvaluationError) return { error: explainEvaluationError(thrown).message };
    throw thrown;
  }
}

/** A title is one line. */
function shortened(words: string): string {
  const line = words.replace(/\s+/g, " ");
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line;
}

const LONGEST_TITLE = 60;

/** A part of a source with where it is in that, and what the checker saw of it or of what is around it. */
interface PlacedPart {
  readonly part: Expression;
  readonly start: number;
  readonly end: number;
  readonly seen: SeenPart | undefined;
}

/** The innermost part that the offset is in or right after; undefined between parts. */
function partAt({ tree, seen }: SourceAnalysis, offset: number): PlacedPart | undefined {
  if (tree === undefined) return undefined;
  const hasOffset = ({ start, end }: Span) => start <= offset && offset <= end;
  let innermost: Expression | undefined;
  for (const part of partsWithin(tree, hasOffset)) {
    if (!hasOffset(part)) continue;
    const isInner = innermost === undefined || part.end - part.start <= innermost.end - innermost.start;
    if (isInner) innermost = part;
  }
  return (
    innermost && { part: innermost, start: innermost.start, end: innermost.end, seen: seen.get(innermost) }
  );
}
