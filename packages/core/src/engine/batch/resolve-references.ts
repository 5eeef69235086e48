import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  isRecord,
  type Outcome,
} from "../../diagnostics/index.ts";
import { findName } from "../../expression/parts.ts";
import type { JsonValue } from "../../values/index.ts";
import { typedRowOf } from "../answers/answered-rows.ts";
import type { AnsweredCells } from "../calls/call.ts";
import type { EngineRequest } from "../calls/request.ts";
import type { Accepted } from "../calls/result.ts";

type SentRows = NonNullable<EngineRequest["rows"]>;

interface ResolvedRows {
  readonly rows: SentRows;
  /** Cells that are answered, and lists of nothing else. */
  readonly answered?: AnsweredCells;
}

/** Whether rows as they were sent, in whatever form, refer to an answer. */
export function hasReferences(rows: unknown): boolean {
  if (!Array.isArray(rows)) return false;
  return rows.some((row: unknown) => isRecord(row) && Object.values(row).some(hasReference));
}

/**
 * The rows with the cells of earlier answers in place of the references to them. The cells are those of the wire `typed`: texts of
 * other wires may mean something else in the Locale of the call. A cell, or an item of a list, is a reference when it is an object
 * whose only member is `$ref`, a text that begins with `#/` and a digit. One that names no cell is an error at its place.
 */
export function resolveReferences(rows: SentRows, answers: readonly Accepted[]): Outcome<ResolvedRows> {
  if (!hasReferences(rows)) return { output: { rows }, diagnostics: [] };
  const errors = new DiagnosticList();
  const answered = new Map<object, ReadonlySet<string>>();
  const resolved = rows.map((row, at) => {
    const cells = Object.entries(row).map(([column, cell]) => {
      const resolve = (one: JsonValue): JsonValue => {
        const reference = referenceIn(one);
        if (reference === undefined) return one;
        const named = cellNamed(reference, answers);
        if ("cell" in named) return named.cell;
        errors.add(diagnose("request/reference", { reference, ...named }, { row: at + 1, column }));
        return null;
      };
      return [column, Array.isArray(cell) ? cell.map(resolve) : resolve(cell)] as const;
    });
    const whole = Object.entries(row).filter(([, cell]) => isReferences(cell));
    const output = Object.fromEntries(cells);
    answered.set(output, new Set(whole.map(([column]) => column)));
    return output;
  });
  const diagnostics: readonly Diagnostic[] = errors.all;
  return { output: diagnostics.length > 0 ? undefined : { rows: resolved, answered }, diagnostics };
}

function hasReference(cell: unknown): boolean {
  return Array.isArray(cell)
    ? cell.some((item) => referenceIn(item) !== undefined)
    : referenceIn(cell) !== undefined;
}

function isReferences(cell: JsonValue): boolean {
  const items = Array.isArray(cell) ? cell : [cell];
  return items.length > 0 && items.every((item) => referenceIn(item) !== undefined);
}

function referenceIn(cell: unknown): string | undefined {
  if (!isRecord(cell) || !Object.hasOwn(cell, "$ref") || Object.keys(cell).length !== 1) return undefined;
  const { $ref: reference } = cell;
  return typeof reference === "string" && /^#\/\d/.test(reference) ? reference : undefined;
}

/** What a JSON pointer names in the answers. */
function cellNamed(
  reference: string,
  answers: readonly Accepted[],
): { readonly cell: JsonValue } | { readonly reason: string } {
  const [, call, row, escaped] = POINTER.exec(reference) ?? [];
  if (escaped === undefined) return { reason: "its parts are a call, Rows, a row and a column" };
  const { length } = answers;
  const answer = answers[Number(call)];
  if (answer === undefined)
    return { reason: length === 0 ? "it is in the first call" : `earlier answers are 0 to ${length - 1}` };
  const found = answer.rows[Number(row)];
  const count = answer.rows.length;
  if (found === undefined)
    return { reason: count === 0 ? "that answer has no rows" : `that answer has rows 0 to ${count - 1}` };
  const name = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
  const { match } = findName(
    Object.keys(found).map((member) => ({ name: member })),
    name,
  );
  if (match === undefined) return { reason: `that row has no column "${name}"` };
  return { cell: typedRowOf(answer, Number(row))?.[match.name] ?? null };
}

const POINTER = /^#\/(\d{1,9})\/Rows\/(\d{1,9})\/(.+)$/s;
