import { type ForMany, insertMany } from "./for-many.ts";
import type { JournalDialect } from "./journal-dialect.ts";

/** The statements about the run history: text with parameters, never with a value. A run is read as `readRun` takes it. */
export interface RunHistoryStatements {
  /** Makes the table where it is missing. */
  readonly create: readonly string[];
  /** Parameters: as `writeRun` answers, of each run. Inserts nothing of an id that exists already. */
  readonly append: ForMany;
  /** Parameters: an id. */
  readonly sequenceOf: string;
  /** Parameters: an id. */
  readonly remove: string;
  /** Parameters: before, limit. The newest first. */
  readonly list: string;
  /** Parameters: after, limit. The oldest first. */
  readonly listAfter: string;
}

export function runHistoryStatements(dialect: JournalDialect): RunHistoryStatements {
  const parameter = (position: number) => dialect.placeholder(position);
  const text = dialect.typeOf("text");
  const integer = dialect.typeOf("integer");
  return {
    create: [
      `create table if not exists tablewright_runs (sequence ${dialect.sequence}, id ${dialect.idType} not null unique, ` +
        `rule ${text} not null, table_name ${text} not null, row_key ${text} not null, ` +
        `"change" ${text} not null, outcome ${text} not null, depth ${integer} not null, ` +
        `run_at ${integer} not null, events ${text} not null) ${dialect.tableEnding}`,
    ],
    append: insertMany(dialect, "tablewright_runs", WRITTEN),
    sequenceOf: `select sequence from tablewright_runs where id = ${parameter(1)}`,
    remove: `delete from tablewright_runs where id = ${parameter(1)}`,
    list:
      `select sequence, ${READ} from tablewright_runs where sequence < ${parameter(1)} ` +
      `order by sequence desc limit ${parameter(2)}`,
    listAfter:
      `select sequence, ${READ} from tablewright_runs where sequence > ${parameter(1)} ` +
      `order by sequence limit ${parameter(2)}`,
  };
}

const WRITTEN = ["id", "rule", "table_name", "row_key", '"change"', "outcome", "depth", "run_at", "events"];
const READ = WRITTEN.join(", ");
