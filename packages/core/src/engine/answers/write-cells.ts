import { type Diagnostic, DiagnosticList, diagnose, joinDiagnostics } from "../../diagnostics/index.ts";
import { type CheckedExpression, jsonWriterOf, memo, type Task } from "../../expression/parts.ts";
import type {
  ColumnDefinition,
  StoredColumnDefinition,
  VirtualColumnDefinition,
} from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { roundedNumbers, unreadableCells } from "../../storage/unreadable-value.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import { columnRightsOf, type HiddenCells, observeRights } from "../access/column-rights.ts";
import { shownColumns } from "../access/nameable.ts";
import { type Call, type ExpandedColumn, onTable, type ShownColumns } from "../calls/call.ts";
import { type AnsweredRow, noteAnsweredRows, type Result } from "../calls/result.ts";
import { evaluateCell } from "../cells/evaluate-cell.ts";
import { exactText } from "../cells/sent-exactly.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import { versionOfRow } from "../stages/load-rows.ts";
import type { ValueWriter, WireForm } from "../wires/wire-form.ts";
import {
  AnsweredRows,
  accepted,
  cellMember,
  type Member,
  valueWriterOf,
  WrittenRows,
  withoutHidden,
} from "./answered-rows.ts";
import { type ValueOfRow, valuesOfRows } from "./values-of-rows.ts";

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
    members.push({
      name,
      write: (_, at) => call.answer.wire.writeNames(names[at] ?? []),
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
  const { wire } = call.answer;
  const existing = knownMembers(shown);
  const locale = wire.isOfLocale ? call.read.context.locale : undefined;
  const last = existing.get(wire);
  if (last !== undefined && last.locale === locale) return last.members;
  const members = makeMembers(call, shown);
  existing.set(wire, { locale, members });
  return members;
}

interface KnownMembers {
  readonly locale: string | undefined;
  readonly members: readonly Member[] | undefined;
}

const knownMembers = memo((_: ShownColumns) => new Map<WireForm, KnownMembers>());

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
  if (options.digits === "exact") return exactMember(name, index, call.answer.wire.blank);
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
  return table.source === undefined ? wire.writeCount : () => wire.blank;
}

function computedKeyMember({ table }: Call): Member {
  return { name: "_ComputedKey", write: (row) => writeKey(table, keyOfRow(table, row)) };
}

/** Members of rows, and what went wrong in what was computed for them. */
interface WrittenMembers {
  readonly members: readonly Member[];
  readonly warnings: readonly Diagnostic[];
}

/** How the rows of a call are written. */
type WriteMembers = (
  call: Call,
  rows: readonly Row[],
  known: readonly VirtualColumnDefinition[],
) => Task<WrittenMembers>;

/**
 * The member `_Expanded` of rows: by column the row that a Ref points at, null where the caller sees none, or the rows of a list. It
 * runs as a stage whose rows of other tables are read together, so a level of all rows is one gathering, through the filters of
 * the caller. Each row that is expanded costs a step for each of its cells.
 */
function* expandedMember(
  call: Call,
  rows: readonly Row[],
  known: readonly VirtualColumnDefinition[],
  expanded: readonly ExpandedColumn[],
  write: WriteMembers,
): Task<WrittenMembers> {
  const { values, warnings } = yield* valuesOfRows(
    call,
    expanded.map(({ column }) => column),
    rows,
    known,
  );
  const lists: Diagnostic[][] = [];
  const cells: (readonly [name: string, cells: readonly JsonValue[]])[] = [];
  for (const one of expanded) {
    const read = values.get(one.column);
    const keys = rows.map((row, at) => keysIn(read?.(row, at) ?? null));
    const written = yield* expandColumn(call, one, keys, write);
    lists.push([...written.warnings]);
    cells.push([one.column.name, written.cells]);
  }
  const objects = rows.map((_, at) =>
    Object.fromEntries(cells.map(([name, ofRows]) => [name, ofRows[at] ?? null])),
  );
  return {
    members: [{ name: "_Expanded", write: (_, at) => objects[at] ?? null }],
    warnings: joinDiagnostics(warnings, ...lists),
  };
}

function keysIn(value: Value): readonly Value[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

interface ExpandedCells {
  /** One for each row. */
  readonly cells: readonly JsonValue[];
  readonly warnings: readonly Diagnostic[];
}

function* expandColumn(
  call: Call,
  { table, isList, shown, limit, below }: ExpandedColumn,
  keys: readonly (readonly Value[])[],
  write: WriteMembers,
): Task<ExpandedCells> {
  const { context } = call.read;
  const stored = context.rowsOf(table.name);
  const places = new Map<Row, number>();
  const found: Row[][] = [];
  for (const ofRow of keys) {
    const own: Row[] = [];
    for (const key of ofRow) {
      const row = key === null ? undefined : stored.find(key);
      if (row === undefined || own.length >= limit) continue;
      own.push(row);
      if (!places.has(row)) places.set(row, places.size);
    }
    found.push(own);
  }
  const rows = [...places.keys()];
  const answer = { ...call.answer, shown, expanded: below.length === 0 ? undefined : below, ...PLAIN };
  const inner = { ...onTable(call, table), slice: undefined, answer };
  context.meter.spend(rows.length * (shown?.columns ?? table.columns).length);
  const { members, warnings } = yield* write(inner, rows, []);
  const objects = new WrittenRows(rows, members).makeObjects();
  const objectOf = (row: Row) => objects[places.get(row) ?? 0] ?? null;
  const cells = found.map((own) =>
    isList ? own.map(objectOf) : own[0] === undefined ? null : objectOf(own[0]),
  );
  return { cells, warnings };
}

/** What is said of the rows of the call, and of no others. */
const PLAIN = { version: { isAnswered: false, expected: undefined }, forms: false, page: undefined } as const;
