import { type Diagnostic, DiagnosticList, diagnose, joinDiagnostics } from "../../diagnostics/index.ts";
import { type CheckedExpression, jsonWriterOf, type Task } from "../../expression/parts.ts";
import type {
  ColumnDefinition,
  StoredColumnDefinition,
  VirtualColumnDefinition,
} from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { roundedNumbers, unreadableCells } from "../../storage/unreadable-value.ts";
import { LIST_SEPARATOR } from "../../values/index.ts";
import { columnRightsOf, type HiddenCells, observeRights } from "../access/column-rights.ts";
import { shownColumns } from "../access/nameable.ts";
import type { Call } from "../calls/call.ts";
import type { Wire } from "../calls/request.ts";
import { type AnsweredRow, noteAnsweredRows, type Result } from "../calls/result.ts";
import { evaluateCell } from "../cells/evaluate-cell.ts";
import { exactText } from "../cells/sent-exactly.ts";
import type { ShownColumns } from "../find/find-page.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import { versionOfRow } from "../stages/load-rows.ts";
import { AnsweredRows, accepted } from "./answered-rows.ts";
import { expandedMember, type WrittenMembers } from "./expanded-rows.ts";
import { type ValueWriter, valueWriterOf } from "./value-writer-of.ts";
import { type ValueOfRow, valuesOfRows } from "./values-of-rows.ts";
import { cellMember, type Member, WrittenRows, withoutHidden } from "./written-rows.ts";

/** Rows in the form they are answered in, and what went wrong in the cells that were computed. */
export interface WrittenPart {
  readonly part: WrittenRows;
  /** Which rows they are, where the answer is kept for when the call comes again. */
  readonly named: readonly AnsweredRow[];
  readonly warnings: readonly Diagnostic[];
}

/** The answer of a call whose rows are all in memory; what its stages warned of before comes first. */
export function* writeCells(
  call: Call,
  rows: readonly Row[],
  found: readonly Diagnostic[] = [],
): Task<Result> {
  const { part, named, warnings } = yield* writePart(call, rows);
  const answer = accepted(call, new AnsweredRows([part]), found, warnings);
  noteAnsweredRows(answer, named);
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
  const { table, change } = call;
  return {
    part: new WrittenRows(rows, members),
    named:
      change.once === undefined ? [] : rows.map((row) => ({ table: table.name, key: keyOfRow(table, row) })),
    warnings: joinDiagnostics(warnings, cellWarningsOf(call, rows)),
  };
}

/** Warnings of cells that are shown otherwise than their database has them: blank, where that is no value, or with fewer digits. */
export function cellWarningsOf(call: Call, rows: readonly Row[]): readonly Diagnostic[] {
  if (call.table.source === undefined) return [];
  const warnings = new DiagnosticList();
  const columns = shownColumns(call).columns.filter((column) => !isMasked(call, [column]));
  const isShown = (column: string) => columns.some(({ name }) => name === column);
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
  const own = yield* ownMembersOf(call, rows, known);
  const { expanded } = call.answer;
  if (expanded === undefined) return own;
  const more = yield* expandedMember(call, rows, known, expanded, membersOf);
  return {
    members: [...own.members, ...more.members],
    warnings: joinDiagnostics(own.warnings, more.warnings),
  };
}

function* ownMembersOf(
  call: Call,
  rows: readonly Row[],
  known: readonly VirtualColumnDefinition[],
): Task<WrittenMembers> {
  const shown = shownColumns(call);
  const { columns, rowNumber, computedKey } = shown;
  if (rows.length > 0) observeRights(call, columns);
  const isPlain = !(call.answer.forms || call.answer.version.isAnswered || isMasked(call, columns));
  const stored = isPlain ? storedMembers(call, shown) : undefined;
  if (stored !== undefined) return { members: stored, warnings: [] };
  const { values, hidden, warnings } = yield* valuesOfRows(call, columns, rows, known);
  const members: Member[] = [];
  if (rowNumber) members.push(rowNumberMember(call));
  for (const [column, read] of values) {
    const member = column.isVirtual ? computedMember(call, column, read) : storedMember(call, column);
    members.push(withoutHidden(member, hidden.get(column)));
  }
  if (computedKey) members.push(computedKeyMember(call));
  const form = call.answer.forms ? yield* formMembers(call, columns, rows, hidden) : NO_FORM;
  for (const member of form.members) members.push(member);
  if (call.answer.version.isAnswered)
    members.push({ name: "_Version", write: (row) => versionOfRow(call, row) });
  return { members, warnings: joinDiagnostics(warnings, form.warnings) };
}

const NO_FORM: WrittenMembers = { members: [], warnings: [] };

/** The columns of each row that a form hides, and those that it shows without letting them be edited. */
function* formMembers(
  call: Call,
  columns: readonly ColumnDefinition[],
  rows: readonly Row[],
  hidden: HiddenCells,
): Task<WrittenMembers> {
  const members: Member[] = [];
  const warnings = new DiagnosticList();
  for (const { name, of } of FORM_MEMBERS) {
    const names = yield* columnsNotTrue(call, columns, of, rows, hidden, warnings);
    const write = (list: readonly string[]) =>
      call.answer.wire === "typed" ? list : list.join(LIST_SEPARATOR);
    members.push({
      name,
      write: (_, at) => write(names[at] ?? []),
      writeTyped: (_, at) => names[at] ?? [],
    });
  }
  return { members, warnings: warnings.all };
}

const FORM_MEMBERS: readonly {
  readonly name: string;
  readonly of: FormConditions;
}[] = [
  { name: "_Hidden", of: ({ showIf }) => [showIf] },
  { name: "_ReadOnly", of: ({ editableIf, writeIf }) => [editableIf, ...writeIf] },
];

/** All must be TRUE, and who may not read a cell neither sees nor edits it. */
type FormConditions = (column: ColumnDefinition) => readonly (CheckedExpression | undefined)[];

function* columnsNotTrue(
  call: Call,
  columns: readonly ColumnDefinition[],
  of: FormConditions,
  rows: readonly Row[],
  hidden: HiddenCells,
  warnings: DiagnosticList,
): Task<readonly (readonly string[])[]> {
  const asked = columns.map((column) => ({
    name: column.name,
    conditions: new Set(of(column).filter((condition) => condition !== undefined)),
    isHidden: hidden.get(column),
  }));
  const names: string[][] = [];
  for (const [at, row] of rows.entries()) {
    const those: string[] = [];
    for (const { name, conditions, isHidden } of asked) {
      let isTrue = !isHidden?.[at];
      for (const condition of conditions) {
        if (!isTrue) break;
        const { output, diagnostics } = yield* evaluateCell(call, condition, row, undefined, {
          column: name,
        });
        warnings.addAll(diagnostics);
        isTrue = output === true;
      }
      if (!isTrue) those.push(name);
    }
    names.push(those);
  }
  return names;
}

/**
 * The members of rows of which only stored columns are shown; undefined where a virtual one is. They depend on the wire and
 * the Locale, so they are made once for each wire, and again where another Locale is asked for than the time before.
 */
export function storedMembers(call: Call, shown: ShownColumns): readonly Member[] | undefined {
  const existing = knownMembers.get(shown) ?? {};
  const locale = call.answer.wire === "spec" ? call.read.context.locale : undefined;
  const last = existing[call.answer.wire];
  if (last !== undefined && last.locale === locale) return last.members;
  const members = makeMembers(call, shown);
  existing[call.answer.wire] = { locale, members };
  knownMembers.set(shown, existing);
  return members;
}

interface KnownMembers {
  readonly locale: string | undefined;
  readonly members: readonly Member[] | undefined;
}

const knownMembers = new WeakMap<ShownColumns, { [W in Wire]?: KnownMembers }>();

function makeMembers(call: Call, { columns, rowNumber, computedKey }: ShownColumns) {
  const members: Member[] = rowNumber ? [rowNumberMember(call)] : [];
  for (const column of columns) {
    if (column.isVirtual) return undefined;
    members.push(storedMember(call, column));
  }
  if (computedKey) members.push(computedKeyMember(call));
  return members;
}

function isMasked(call: Call, columns: readonly ColumnDefinition[]): boolean {
  const rights = columnRightsOf(call);
  return rights !== undefined && columns.some((column) => rights.stateOf(column) === "masked");
}

function computedMember(call: Call, column: VirtualColumnDefinition, read: ValueOfRow): Member {
  const write = valueWriterOf(call, column);
  const writeTyped = jsonWriterOf(column.type);
  return {
    name: column.name,
    write: (row, at) => write(read(row, at)),
    writeTyped: (row, at) => writeTyped(read(row, at)),
  };
}

/** The cell of a stored column. */
function storedMember(call: Call, column: StoredColumnDefinition): Member {
  const { name, index, options } = column;
  if (options.digits === "exact") return exactMember(name, index, call.answer.wire === "typed" ? null : "");
  return cellMember(name, index, valueWriterOf(call, column), jsonWriterOf(column.type));
}

/** All digits of a number, on every wire. */
function exactMember(name: string, index: number, blank: "" | null): Member {
  return {
    name,
    write: (row) => exactText(row, index) ?? blank,
    writeTyped: (row) => exactText(row, index),
  };
}

function rowNumberMember(call: Call): Member {
  return cellMember("_RowNumber", call.table.scope.rowNumberIndex, numberWriterOf(call));
}

/** Rows of another program's table have no number. */
function numberWriterOf({ table, answer: { wire } }: Call): ValueWriter {
  if (table.source !== undefined) return wire === "typed" ? () => null : () => "";
  return wire === "appsheet" ? (value) => String(Number(value)) : Number;
}

function computedKeyMember({ table }: Call): Member {
  return { name: "_ComputedKey", write: (row) => writeKey(table, keyOfRow(table, row)) };
}
