import { type Diagnostic, DiagnosticList, diagnose, joinDiagnostics } from "../../diagnostics/index.ts";
import type { Task } from "../../expression/parts.ts";
import type { VirtualColumnDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { roundedNumbers, unreadableCells } from "../../storage/unreadable-value.ts";
import type { Call } from "../calls/call.ts";
import { noteAnsweredRows, type Result } from "../calls/result.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import { versionOfRow } from "../stages/stored-rows/version-of-row.ts";
import { AnsweredRows } from "./answered-rows.ts";
import { formMembers, type WrittenMembers } from "./form-members.ts";
import { accepted } from "./json-rows.ts";
import { type Member, RowsPart } from "./rows-part.ts";
import { shownColumns } from "./shown-columns.ts";
import { computedKeyMember, rowNumberMember, storedMember, storedMembers } from "./stored-members.ts";
import { cellWriterOf } from "./value-writer-of.ts";
import { valuesOfRows } from "./values-of-rows.ts";

/** Rows in the form they are answered in, and what went wrong in the cells that were computed. */
export interface WrittenPart {
  readonly part: RowsPart;
  readonly warnings: readonly Diagnostic[];
}

/** The answer of a call whose rows are all in memory; what its stages warned of before comes first. */
export function* writeCells(
  call: Call,
  rows: readonly Row[],
  found: readonly Diagnostic[] = [],
): Task<Result> {
  const { part, warnings } = yield* writePart(call, rows);
  const answer = accepted(call, new AnsweredRows([part]), found, warnings);
  const { once, table } = call;
  if (once !== undefined)
    noteAnsweredRows(
      answer,
      rows.map((row) => ({ table: table.name, key: keyOfRow(table, row) })),
    );
  return answer;
}

/**
 * What the call shows of every row, in the order of the table or slice, the row number first, in the wire form of the call. The
 * cells of virtual columns that the store `computed` come after the row numbers.
 */
export function* writePart(
  call: Call,
  rows: readonly Row[],
  computed: readonly VirtualColumnDefinition[] = [],
): Task<WrittenPart> {
  const { members, warnings } = yield* membersOf(call, rows, computed);
  return {
    part: new RowsPart(rows, members),
    warnings: joinDiagnostics(warnings, cellWarningsOf(call, rows)),
  };
}

/** Warnings of cells that are shown otherwise than their database has them: blank, where that is no value, or with fewer digits. */
export function cellWarningsOf(call: Call, rows: readonly Row[]): readonly Diagnostic[] {
  if (call.table.source === undefined) return [];
  const warnings = new DiagnosticList();
  const isShown = (column: string) => shownColumns(call).columns.some(({ name }) => name === column);
  for (const row of rows) {
    const keyOf = (noted = "") => writeKey(call.table, keyOfRow(call.table, row)) || noted;
    for (const { table, column, key: noted, value } of unreadableCells(row)) {
      if (!isShown(column)) continue;
      const key = keyOf(noted);
      warnings.warn(() => diagnose("row/unreadable-value", { table, column, key, value }, { column, key }));
    }
    for (const { table, column, key: noted, value } of roundedNumbers(row)) {
      if (!isShown(column)) continue;
      const key = keyOf(noted);
      warnings.warn(() => diagnose("row/rounded-value", { table, column, key, value }, { column, key }));
    }
  }
  return warnings.all;
}

function* membersOf(
  call: Call,
  rows: readonly Row[],
  known: readonly VirtualColumnDefinition[],
): Task<WrittenMembers> {
  const shown = shownColumns(call);
  const stored = call.answersForms || call.version.isAnswered ? undefined : storedMembers(call, shown);
  if (stored !== undefined) return { members: stored, warnings: [] };
  const { columns, rowNumber, computedKey } = shown;
  const { values, warnings } = yield* valuesOfRows(call, columns, rows, known);
  const members: Member[] = [];
  if (rowNumber) members.push(rowNumberMember(call));
  for (const [column, read] of values) {
    const { write } = cellWriterOf(call, column);
    members.push(
      column.isVirtual
        ? { name: column.name, write: (row, at) => write(read(row, at)) }
        : storedMember(call, column),
    );
  }
  if (computedKey) members.push(computedKeyMember(call));
  const form = call.answersForms ? yield* formMembers(call, columns, rows) : NO_FORM;
  for (const member of form.members) members.push(member);
  if (call.version.isAnswered) members.push({ name: "_Version", write: (row) => versionOfRow(call, row) });
  return { members, warnings: joinDiagnostics(warnings, form.warnings) };
}

const NO_FORM: WrittenMembers = { members: [], warnings: [] };
