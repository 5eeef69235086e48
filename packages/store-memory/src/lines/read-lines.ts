import {
  outboxTable,
  type Row,
  rowOfEvent,
  rowOfRun,
  runsTable,
  type StoredEvent,
  type StoredTable,
} from "@tablewright/core/storage";
import { PersistentMap } from "../persistent-map.ts";
import { emptySnapshot, type Snapshot } from "../snapshot.ts";
import { TableVersion } from "../table-version.ts";
import { enterRow } from "./enter-row.ts";
import {
  anObject,
  countMember,
  expectMembers,
  LineError,
  listMember,
  oneOfMember,
  optional,
  textMember,
  wholeNumberMember,
  yesNoMember,
} from "./expect-members.ts";
import {
  type EventLine,
  FIRST_LINE,
  type FirstLine,
  type RowLine,
  type RunLine,
  type TableLine,
} from "./line-shape.ts";

/** The snapshot that `writeLines` wrote. Rejects with an error that names the line where one is not as it writes them. */
export async function readLines(lines: AsyncIterable<string> | Iterable<string>): Promise<Snapshot> {
  const reader = lineReader();
  let number = 1;
  try {
    for await (const line of lines) {
      reader.take(line);
      number++;
    }
    return reader.end();
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    throw new Error(`Line ${number} ${error.message}.`, { cause: error });
  }
}

/** The table of a line, without rows. */
function tableOfLine(line: TableLine): TableVersion {
  expectMembers(line, TABLE, "a table");
  const { table: name, columns, key, rowNumbers, highest } = line;
  for (const column of columns) expectMembers(column, COLUMN, "a column");
  const names = [...columns.map((column) => column.name), ...line.retired];
  if (new Set(names).size < names.length) throw new LineError("names two columns alike");
  if (key.length === 0 || key.some((part) => part >= columns.length))
    throw new LineError("has no key whose parts are positions of its columns");
  const retired = line.retired.map((name) => ({ name, values: new PersistentMap<never>() }));
  return TableVersion.empty({ name, columns, key, rowNumbers }, retired, highest);
}

const TABLE = {
  table: textMember,
  columns: listMember(anObject),
  key: listMember(countMember),
  rowNumbers: oneOfMember("position", "stable"),
  highest: countMember,
  retired: listMember(textMember),
};

const COLUMN = {
  name: textMember,
  kind: oneOfMember("text", "integer", "real", "boolean", "json"),
  family: oneOfMember(
    "text",
    "number",
    "yes/no",
    "date",
    "time",
    "datetime",
    "duration",
    "point",
    "list",
    "object",
  ),
  indexed: yesNoMember,
  objects: optional(anObject),
};

/** Takes one line after the other; its snapshot is visible only after the last. */
function lineReader() {
  const tables = new Map<string, TableVersion>();
  const snapshot: Snapshot = { ...emptySnapshot(), tables };
  let first: FirstLine = FIRST_LINE;
  let count = 0;
  let isEnded = false;
  return { take, end };

  function take(text: string): void {
    const line = parse(text);
    if (isEnded) throw new LineError("stands behind the last, where nothing was expected");
    if (count === 0) {
      expectMembers(line, FIRST, "the first line of a store");
      first = line as FirstLine;
      for (const name of first.former ?? []) expectMembers(name, FORMER_NAME, "a former name");
    } else takeLine(line);
    count++;
  }

  function end(): Snapshot {
    const { application, former = [] } = first;
    if (isEnded) return { ...snapshot, application, former };
    const expectation = count === 0 ? "the first line of a store" : 'a line like {"lines":12} at the end';
    throw new LineError(`is missing, where ${expectation} was expected: the lines were cut off`);
  }

  function takeLine(line: object): void {
    if ("row" in line) enterRow(line as RowLine, tables);
    else if ("table" in line) define(line as TableLine);
    else if ("event" in line) append(outboxTable, rowOfEvent(eventOfLine(line as EventLine)));
    else if ("run" in line) append(runsTable, rowOfRun(runOfLine(line as RunLine)));
    else {
      expectMembers(line, { lines: countMember }, "a table, a row, an event, a run or the last line");
      endAt((line as { readonly lines: number }).lines);
    }
  }

  function define(line: TableLine): void {
    const version = tableOfLine(line);
    const { name } = version.table;
    if (tables.has(name)) throw new LineError(`defines the table ${JSON.stringify(name)} again`);
    tables.set(name, version);
  }

  /** Puts a row at the end of a table of the engine, which earlier programs wrote as lines of another kind. */
  function append(table: StoredTable, row: Row): void {
    const version = tables.get(table.name) ?? TableVersion.empty(table);
    tables.set(table.name, version);
    if (version.rowOf([row[0] ?? null]) !== undefined)
      throw new LineError(`has the id ${JSON.stringify(row[0])}, which a line before it has`);
    version.restore(row, version.rows.highest + 1);
  }

  function endAt(lines: number): void {
    if (lines !== count)
      throw new LineError(`says that ${lines} lines stand before it, where there are ${count}`);
    isEnded = true;
  }
}

const FIRST = {
  format: oneOfMember(FIRST_LINE.format),
  version: {
    expected: `version ${FIRST_LINE.version}`,
    accepts: (value: unknown) => value === FIRST_LINE.version,
  },
  application: optional(textMember),
  former: optional(listMember(anObject)),
};

const FORMER_NAME = { table: textMember, column: optional(textMember), was: textMember };

function parse(text: string): object {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === "object" && line !== null) return line;
  } catch {
    // said below
  }
  throw new LineError("is cut off or is something else, where an object in JSON was expected");
}

/** The event of a line of an earlier program; throws a `LineError` unless it is one. */
function eventOfLine(line: EventLine): Omit<StoredEvent, "sequence"> {
  expectMembers(line, { event: anObject }, "an event");
  expectMembers(line.event, EVENT, "an event");
  return { ...line.event, error: line.event.error };
}

/** The run of a line of an earlier program; throws a `LineError` unless it is one. */
function runOfLine(line: RunLine): RunLine["run"] {
  expectMembers(line, { run: anObject }, "a run");
  expectMembers(line.run, RUN, "a run");
  return line.run;
}

const EVENT = {
  id: textMember,
  rule: textMember,
  payload: textMember,
  createdAt: wholeNumberMember,
  state: oneOfMember("waiting", "delivered", "failed"),
  attempts: countMember,
  dueAt: wholeNumberMember,
  error: optional(textMember),
};

const RUN = {
  id: textMember,
  rule: textMember,
  table: textMember,
  key: textMember,
  change: oneOfMember("add", "edit", "delete", "schedule"),
  outcome: oneOfMember("Done", "DepthReached", "NotMet", "Failed"),
  reason: optional(textMember),
  depth: countMember,
  at: wholeNumberMember,
  events: listMember(textMember),
};
