import type { JournalDialect } from "./journal-dialect.ts";

/** The statements about the run history: text with parameters, never with a value. A run is read as `readRun` takes it. */
export interface RunHistoryStatements {
  /** Makes the table where it is missing. */
  readonly create: readonly string[];
  /** Holes: as `writeRun` answers. Inserts nothing when the id exists already. */
  readonly append: string;
  /** Holes: before, limit. The newest first. */
  readonly list: string;
}

export function runHistoryStatements(dialect: JournalDialect): RunHistoryStatements {
  const hole = (position: number) => dialect.placeholder(position);
  const text = dialect.typeOf("text");
  const integer = dialect.typeOf("integer");
  return {
    create: [
      `create table if not exists tablewright_runs (sequence ${dialect.sequence}, id ${text} not null unique, ` +
        `rule ${text} not null, table_name ${text} not null, row_key ${text} not null, ` +
        `change ${text} not null, outcome ${text} not null, depth ${integer} not null, ` +
        `run_at ${integer} not null, events ${text} not null) ${dialect.tableEnding}`,
    ],
    append:
      `insert into tablewright_runs (${WRITTEN}) ` +
      `${dialect.rowsOf(["text", "text", "text", "text", "text", "text", "integer", "integer", "text"])} ` +
      "on conflict (id) do nothing",
    list:
      `select sequence, ${WRITTEN} from tablewright_runs where sequence < ${hole(1)} ` +
      `order by sequence desc limit ${hole(2)}`,
  };
}

const WRITTEN = "id, rule, table_name, row_key, change, outcome, depth, run_at, events";
