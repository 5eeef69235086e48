import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  isRecord,
  type Outcome,
} from "../../diagnostics/index.ts";
import { findName } from "../../expression/parts.ts";
import type { JsonValue } from "../../values/index.ts";
import type { EngineRequest } from "../calls/request.ts";
import type { Accepted } from "../calls/result.ts";

type SentRows = NonNullable<EngineRequest["rows"]>;

/**
 * The rows with the cells of earlier answers in place of the references to them; an error at the place of each reference that names
 * none. A cell is a reference when it is an object whose only member is `$ref`, a text that begins with `#/` and a digit; so is an
 * item of a list.
 */
export function resolveReferences(rows: SentRows, answers: readonly Accepted[]): Outcome<SentRows> {
  if (!rows.some((row) => Object.values(row).some(hasReference))) return { output: rows, diagnostics: [] };
  const errors = new DiagnosticList();
  const output = rows.map((row, at) => {
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
    return Object.fromEntries(cells);
  });
  const diagnostics: readonly Diagnostic[] = errors.all;
  return { output: diagnostics.length > 0 ? undefined : output, diagnostics };
}

function hasReference(cell: JsonValue): boolean {
  return Array.isArray(cell)
    ? cell.some((item) => referenceIn(item) !== undefined)
    : referenceIn(cell) !== undefined;
}

function referenceIn(cell: JsonValue): string | undefined {
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
  return { cell: found[match.name] ?? null };
}

const POINTER = /^#\/(\d{1,9})\/Rows\/(\d{1,9})\/(.+)$/s;
