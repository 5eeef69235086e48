import { type ForMany, forMany, insertMany } from "./for-many.ts";
import type { JournalDialect } from "./journal-dialect.ts";

/**
 * The statements about the outbox: text with parameters, never with a value. An event is read as `readEvent` takes it;
 * what a database makes names of, `freeName` keeps clear of users' tables.
 */
export interface OutboxStatements {
  /** Makes the table and its indexes where they are missing. */
  readonly create: readonly string[];
  /** Parameters: as `writeEvent` answers, of each event. Inserts nothing of an id that exists already. */
  readonly append: ForMany;
  /** Parameters: an id. */
  readonly sequenceOf: string;
  /** Parameters: now, limit. The waiting events that are due, in sequence. */
  readonly due: string;
  /** Parameters: until, and the sequence of each event. */
  readonly claim: ForMany;
  /** Parameters: state, due at, error, id. */
  readonly settle: string;
  /** Parameters: an id. */
  readonly remove: string;
  /** Parameters: an id. Removes no event that waits. */
  readonly removeDone: string;
  /** No parameters. How many events wait, since when, and how many have failed. */
  readonly state: string;
  /** Parameters: before, limit. The newest first. */
  readonly list: string;
  /** Parameters: after, limit. The oldest first. */
  readonly listAfter: string;
}

export function outboxStatements(dialect: JournalDialect): OutboxStatements {
  const parameter = (position: number) => dialect.placeholder(position);
  const text = dialect.typeOf("text");
  const integer = dialect.typeOf("integer");
  const waiting = dialect.initially?.("'waiting'") ?? "'waiting'";
  return {
    create: [
      `create table if not exists tablewright_outbox (sequence ${dialect.sequence}, id ${dialect.idType} not null unique, ` +
        `rule ${text} not null, payload ${text} not null, created_at ${integer} not null, ` +
        `state ${text} not null default ${waiting}, attempts ${integer} not null default 0, ` +
        `due_at ${integer} not null, error ${text}` +
        `) ${dialect.tableEnding}`,
      // Holds nothing but what waits, and in the order of claims: a claim reads no event that is done with.
      `create index if not exists tablewright_outbox_waiting on tablewright_outbox ${dialect.waiting}`,
      ...(dialect.failed === undefined
        ? []
        : [`create index if not exists tablewright_outbox_failed on tablewright_outbox ${dialect.failed}`]),
    ],
    append: insertMany(dialect, "tablewright_outbox", ["id", "rule", "payload", "created_at", "due_at"]),
    sequenceOf: `select sequence from tablewright_outbox where id = ${parameter(1)}`,
    due:
      `select ${READ} from tablewright_outbox where state = 'waiting' and due_at <= ${parameter(1)} ` +
      `order by sequence limit ${parameter(2)} ${dialect.claimEnding}`,
    claim: forMany((count) => {
      const sequences = Array.from({ length: count }, (_, at) => parameter(at + 2)).join(", ");
      return (
        `update tablewright_outbox set attempts = attempts + 1, due_at = ${parameter(1)} ` +
        `where sequence in (${sequences})`
      );
    }),
    settle:
      `update tablewright_outbox set state = ${parameter(1)}, due_at = ${parameter(2)}, error = ${parameter(3)} ` +
      `where id = ${parameter(4)}`,
    remove: `delete from tablewright_outbox where id = ${parameter(1)}`,
    removeDone: `delete from tablewright_outbox where id = ${parameter(1)} and state <> 'waiting'`,
    state:
      "select count(*), min(created_at), " +
      "(select count(*) from tablewright_outbox where state = 'failed') " +
      "from tablewright_outbox where state = 'waiting'",
    list:
      `select ${READ} from tablewright_outbox where sequence < ${parameter(1)} ` +
      `order by sequence desc limit ${parameter(2)}`,
    listAfter:
      `select ${READ} from tablewright_outbox where sequence > ${parameter(1)} ` +
      `order by sequence limit ${parameter(2)}`,
  };
}

const READ = "sequence, id, rule, payload, created_at, state, attempts, due_at, error";
