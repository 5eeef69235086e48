import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  isRecord,
  type Outcome,
} from "../../diagnostics/index.ts";
import { findName, type Type } from "../../expression/parts.ts";
import type { TableDefinition } from "../../schema/index.ts";
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

/** Whether rows as they were sent, in whatever form, have a cell that is a reference, a misspelt one or a literal. */
export function hasReferences(rows: unknown): boolean {
  if (!Array.isArray(rows)) return false;
  return rows.some((row: unknown) => isRecord(row) && Object.values(row).some(hasReference));
}

/**
 * The rows with the cells of earlier answers in place of the references to them. The cells are those of the wire `typed`: texts of
 * other wires may mean something else in the Locale of the call. A cell, or an item of a list, is a reference when it is an object
 * whose only member is `$ref`, a text that begins with `#/` and a digit. One that names no cell is an error at its place; so is one that
 * is written otherwise, where the column takes no such object. `{ "$literal": { "$ref": … } }` is the object within.
 */
export function resolveReferences(
  rows: SentRows,
  answers: readonly Accepted[],
  { columns }: TableDefinition,
): Outcome<ResolvedRows> {
  if (!hasReferences(rows)) return { output: { rows }, diagnostics: [] };
  const errors = new DiagnosticList();
  const answered = new Map<object, ReadonlySet<string>>();
  const resolved = rows.map((row, at) => {
    const whole = new Set<string>();
    const cells = Object.entries(row).map(([column, cell]) => {
      const type = findName(columns, column).match?.type;
      const resolve = (one: JsonValue): JsonValue => {
        if (isLiteral(one)) return one.$literal;
        const found = referenceIn(one);
        if (found === undefined || (!found.isExact && takesMember(type, found.name))) return one;
        const named = found.isExact ? cellNamed(found.reference, answers) : misspelt(found);
        if ("cell" in named) return named.cell;
        errors.add(
          diagnose("request/reference", { reference: found.reference, ...named }, { row: at + 1, column }),
        );
        return null;
      };
      if (isReferences(cell)) whole.add(column);
      return [column, Array.isArray(cell) ? cell.map(resolve) : resolve(cell)] as const;
    });
    const output = Object.fromEntries(cells);
    answered.set(output, whole);
    return output;
  });
  const diagnostics: readonly Diagnostic[] = errors.all;
  return { output: diagnostics.length > 0 ? undefined : { rows: resolved, answered }, diagnostics };
}

function hasReference(cell: unknown): boolean {
  const items: readonly unknown[] = Array.isArray(cell) ? cell : [cell];
  return items.some((item) => isLiteral(item) || referenceIn(item) !== undefined);
}

function isReferences(cell: JsonValue): boolean {
  const items = Array.isArray(cell) ? cell : [cell];
  return items.length > 0 && items.every((item) => referenceIn(item)?.isExact === true);
}

/** An object with the single member `$ref`, in whatever letters. */
interface WrittenReference {
  /** As its member is written. */
  readonly name: string;
  readonly reference: string;
  /** Whether it is one whatever column it is for. */
  readonly isExact: boolean;
}

function referenceIn(cell: unknown): WrittenReference | undefined {
  const [name, value] = soleMember(cell) ?? [];
  if (name?.toLowerCase() !== "$ref") return undefined;
  const isExact = name === "$ref" && typeof value === "string" && /^#\/\d/.test(value);
  return { name, reference: typeof value === "string" ? value : JSON.stringify(value), isExact };
}

/** An object with the single member `$literal`, which is a reference or a literal itself; any other stays what it is. */
function isLiteral(cell: unknown): cell is { readonly $literal: JsonValue } {
  const [name, value] = soleMember(cell) ?? [];
  return name === "$literal" && (isLiteral(value) || referenceIn(value) !== undefined);
}

function soleMember(cell: unknown): readonly [name: string, value: unknown] | undefined {
  if (!isRecord(cell)) return undefined;
  const [first, ...others] = Object.entries(cell);
  return others.length === 0 ? first : undefined;
}

/** Whether an object with such a member may be a cell of a column, or an item of its list. */
function takesMember(type: Type | undefined, name: string): boolean {
  if (type?.kind === "List") return takesMember(type.item, name);
  if (type?.kind === "Object") return findName(type.shape.columns, name).match !== undefined;
  return type?.kind === "Json";
}

/** What is meant by a reference that is written otherwise, such as `#/Answers/0/Rows/0/Order`. */
function misspelt({ name, reference }: WrittenReference): {
  readonly reason: string;
  readonly meant?: string;
} {
  const [, parts] = /^#?\/?(?:answers\/)?(\d+\/rows\/\d+\/.+)$/is.exec(reference) ?? [];
  const meant = parts === undefined ? undefined : `#/${parts.replace(/^(\d+)\/rows\//i, "$1/Rows/")}`;
  return {
    reason: name === "$ref" ? 'it begins with "#/" and the number of a call, from 0' : 'its member is "$ref"',
    ...(meant === undefined ? {} : { meant }),
  };
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
