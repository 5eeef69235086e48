import type { JournalDialect } from "./journal-dialect.ts";

/**
 * The statements about the outbox: text with parameters, never with a value. An event is read as `readEvent` takes it;
 * what a database makes names of, `freeName` keeps clear of users' tables.
 */
export interface OutboxStatements {
  /** Makes the table and its indexes where they are missing. */
  readonly create: readonly string[];
  /** Holes: as `writeEvent` answers. Inserts nothing when the id exists already. */
  readonly append: string;
  /** Holes: until, now, limit. Answers the events claimed, in any order. */
  readonly claim: string;
  /** Holes: state, due at, error, id. */
  readonly settle: string;
  /** Holes: before, limit. The newest first. */
  readonly list: string;
}

export function outboxStatements(dialect: JournalDialect): OutboxStatements {
  const hole = (position: number) => dialect.placeholder(position);
  const text = dialect.typeOf("text");
  const integer = dialect.typeOf("integer");
  return {
    create: [
      `create table if not exists tablewright_outbox (sequence ${dialect.sequence}, id ${text} not null unique, ` +
        `rule ${text} not null, payload ${text} not null, created_at ${integer} not null, ` +
        `state ${text} not null default 'waiting', attempts ${integer} not null default 0, ` +
        `due_at ${integer} not null, error ${text}` +
        `) ${dialect.tableEnding}`,
      // Holds nothing but what waits, and in the order of claims: a claim reads no event that is done with.
      "create index if not exists tablewright_outbox_waiting on tablewright_outbox (sequence, due_at) " +
        "where state = 'waiting'",
    ],
    append:
      "insert into tablewright_outbox (id, rule, payload, created_at, due_at) " +
      `${dialect.rowsOf(["text", "text", "text", "integer", "integer"])} on conflict (id) do nothing`,
    claim:
      `update tablewright_outbox set attempts = attempts + 1, due_at = ${hole(1)} where sequence in (` +
      `select sequence from tablewright_outbox where state = 'waiting' and due_at <= ${hole(2)} ` +
      `order by sequence limit ${hole(3)} ${dialect.claimEnding}) returning ${READ}`,
    settle:
      `update tablewright_outbox set state = ${hole(1)}, due_at = ${hole(2)}, error = ${hole(3)} ` +
      `where id = ${hole(4)}`,
    list:
      `select ${READ} from tablewright_outbox where sequence < ${hole(1)} ` +
      `order by sequence desc limit ${hole(2)}`,
  };
}

const READ = "sequence, id, rule, payload, created_at, state, attempts, due_at, error";
