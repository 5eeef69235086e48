import type { ConstraintKind, Violation } from "@tablewright/core/storage";

/**
 * An error of the database or of the way to it, worded so that an operator can act on it. By its `code` callers learn that
 * the store is away and that the same call may go through later.
 */
export class MysqlError extends Error {
  readonly code = "server/store-away";
  /** What callers may know of it: nothing of servers and databases. */
  readonly reason?: string;

  constructor(message: string, cause?: unknown, reason?: string) {
    super(message, { cause });
    this.name = "MysqlError";
    if (reason !== undefined) this.reason = reason;
  }

  /** That of a node that may neither read nor write. */
  static cutOff(place: string): MysqlError {
    return new MysqlError(`${place} ${CUT_OFF}.`, undefined, CUT_OFF);
  }

  /** What the driver threw, said about its database; an error that is not about the database stays as it is. */
  static of(error: unknown, place: string): unknown {
    if (!(error instanceof Error) || error instanceof MysqlError) return error;
    const name = nameOf(error);
    const reason = REASONS.find(([names]) => names.test(name))?.[1] ?? (isLost(error) ? LOST : undefined);
    return reason === undefined
      ? error
      : new MysqlError(
          `${place} ${reason} (${name || error.message}).`,
          error,
          reason === CUT_OFF ? reason : undefined,
        );
  }
}

/** Whether a transaction that failed in this way before its work began may be begun again at once. */
export function mayBeginMysqlAgain(error: unknown): boolean {
  return /^(ER_LOCK_DEADLOCK|ER_SERVER_SHUTDOWN|ER_CONNECTION_KILLED)$/u.test(nameOf(error)) || isLost(error);
}

/** What an error says, by its name. */
const KINDS = {
  /** Others were in the way: a deadlock, a wait that took too long, or, on a node of a cluster, what another node has committed. */
  conflict: /^ER_(LOCK_DEADLOCK|LOCK_WAIT_TIMEOUT|SP_DOES_NOT_EXIST)$/u,
  /**
   * A snapshot cannot be read to its end because tables are altered meanwhile: a node gives up what reads one that another node
   * alters, and a table that was made or rebuilt after the snapshot is not in it.
   */
  "snapshot lost": /^ER_(LOCK_DEADLOCK|SP_DOES_NOT_EXIST|TABLE_DEF_CHANGED)$/u,
  "lock taken": /^ER_LOCK_WAIT_TIMEOUT$/u,
  timeout: /^(ER_STATEMENT_TIMEOUT|ER_QUERY_TIMEOUT|1969|3024)$/u,
  /** A column or an index of the name is there already. */
  there: /^ER_DUP_(FIELDNAME|KEYNAME)$/u,
  "table there": /^ER_TABLE_EXISTS_ERROR$/u,
  /** A column or an index of the name is not there any more. */
  gone: /^ER_CANT_DROP_FIELD_OR_KEY$/u,
  /** A table or a column, or its type, is not there as a statement names it. */
  missing: /^ER_(NO_SUCH_TABLE|BAD_FIELD_ERROR|TABLE_DEF_CHANGED|TRUNCATED_WRONG_VALUE\w*)$/u,
} as const;

export function isMysqlError(error: unknown, kind: keyof typeof KINDS): boolean {
  return KINDS[kind].test(nameOf(error));
}

/** What is known of a statement that was given up because it took too long and that had nothing to do but to wait for others. */
export function lockWaitOf(error: unknown): MysqlError {
  return new MysqlError((error as Error).message, { code: "ER_LOCK_WAIT_TIMEOUT" });
}

/** What the driver calls an error of the server, else the number of it; or the system's name of one of the network. */
function nameOf(error: unknown): string {
  const cause = error instanceof MysqlError ? error.cause : error;
  const { code, errno, errors } = (cause ?? {}) as {
    readonly code?: unknown;
    readonly errno?: unknown;
    readonly errors?: readonly unknown[];
  };
  if (code === undefined && errors?.[0] !== undefined) return nameOf(errors[0]);
  const name = typeof code === "string" && code !== "" ? code : String(errno ?? "");
  return NUMBERS[name] ?? name;
}

function isLost(error: unknown): boolean {
  const { fatal } = ((error instanceof MysqlError ? error.cause : error) ?? {}) as {
    readonly fatal?: boolean;
  };
  return fatal === true || /^(PROTOCOL_|ECONNRESET|EPIPE|ETIMEDOUT)/u.test(nameOf(error));
}

/** A statement whose answer does not come. */
export const HANGS = Object.assign(new Error("no answer"), { code: "ETIMEDOUT" });

const CUT_OFF = "is on a node that is cut off from the majority of its cluster, or has not joined it yet";

const LOST = "has broken off the connection, or gives none";

/** Errors of MariaDB under whose numbers the driver knows none, or one of MySQL. */
const NUMBERS: Readonly<Record<string, string>> = {
  "1969": "ER_STATEMENT_TIMEOUT",
  "1927": "ER_CONNECTION_KILLED",
};

const REASONS: readonly (readonly [names: RegExp, reason: string])[] = [
  [/^(ECONNREFUSED|EHOST|ENET|ENOTFOUND|EAI_|ENOENT|ETIMEDOUT)/u, "cannot be reached, or does not answer"],
  [
    /^ER_DBACCESS_DENIED/u,
    "may not be used by this user, or does not exist: grant this user rights on it, such as select",
  ],
  [/^ER_(ACCESS_DENIED|HOST_)/u, "does not let this user in: look at the user's name, host and password"],
  [/^ER_BAD_DB_ERROR/u, "does not exist: create the database first"],
  [
    /ACCESS_DENIED_ERROR$/u,
    'does not allow this user what it takes to keep tables: grant it "select, insert, update, delete, create, alter, drop, index" on the database, or only read with --read-only',
  ],
  [
    /^ER_(OPTION_PREVENTS_STATEMENT|CANT_EXECUTE_IN_READ_ONLY|READ_ONLY_MODE)/u,
    "is read-only: name the primary server",
  ],
  [
    /^(ER_LOCK_WAIT_TIMEOUT|ER_STATEMENT_TIMEOUT|ER_QUERY_)/u,
    "did not answer in time; it may be in use by somebody who does not let go of it",
  ],
  [/^ER_(UNKNOWN_COM_ERROR|ERROR_DURING_COMMIT)/u, CUT_OFF],
  [/^ER_TABLE_DEF_CHANGED/u, "was altered while it was read"],
  [/^ER_(LOCK_DEADLOCK|SP_DOES_NOT_EXIST)/u, "has given up a transaction in favour of another"],
  [/^ER_(SERVER_SHUTDOWN|CONNECTION_KILLED)/u, LOST],
  [
    /^ER_(CON_COUNT|TOO_MANY_USER_CONN|USER_LIMIT|DISK_FULL|RECORD_FILE_FULL|OUT_OF|MAX_PREPARED)/u,
    "has run out of space, memory or connections",
  ],
  [/^ER_(GET_ERRNO|CRASHED|NOT_KEYFILE|ERROR_ON_)/u, "reports an error"],
];

/** What MariaDB or MySQL says of a row that it refuses; undefined for every other error. */
export function mysqlViolation(error: unknown): Violation | undefined {
  const refused = (error instanceof MysqlError ? (error.cause ?? {}) : error) as Refused;
  const { errno, sqlMessage, sqlState } = refused;
  const kind =
    errno === undefined ? undefined : (VIOLATIONS[errno] ?? (sqlState === SIGNALLED ? "trigger" : undefined));
  if (kind === undefined) return undefined;
  const message = sqlMessage ?? "";
  const [, index, condition] = CONSTRAINT.exec(message) ?? [];
  const constraint = (index ?? condition)?.split(".").at(-1);
  // An index and the condition of a column have the name of the column, unless they were given another one.
  const isNamedAfter = kind === "unique" || kind === "check";
  const columns = isNamedAfter && constraint !== undefined ? [constraint] : columnsIn(message);
  return { kind, constraint, columns, message: short(message) };
}

interface Refused {
  readonly errno?: number;
  readonly sqlMessage?: string;
  readonly sqlState?: string;
}

/** What triggers are told to signal, with any number. */
const SIGNALLED = "45000";

function columnsIn(message: string): readonly string[] {
  const [, key] = /FOREIGN KEY \(([^)]+)\)/u.exec(message) ?? [];
  if (key !== undefined) return key.split(", ").map(unquoted);
  const [, column] = /(?:column|Column|Field) (?:`[^`]+`\.)*['`]([^'`]+)['`]/u.exec(message) ?? [];
  return column === undefined ? [] : [column];
}

/** The value itself may be that of a column that the definition leaves out. */
function short(message: string): string {
  return message.replace(/^Duplicate entry '.*' for key /su, "Duplicate entry for key ");
}

function unquoted(name: string): string {
  return name.replaceAll(/["`]/gu, "");
}

const CONSTRAINT =
  /(?:for key '([^']+)'|(?:CONSTRAINT|constraint) ["`']([^"`']+)["`'] (?:failed|FOREIGN|is violated))/u;

/** By number of the server's errors: those of constraints, of values that a column does not take, and of triggers. */
const VIOLATIONS: Readonly<Record<number, ConstraintKind>> = {
  1048: "not null",
  1062: "unique",
  1142: "rights",
  1143: "rights",
  1169: "unique",
  1216: "foreign key",
  1217: "foreign key",
  1264: "check",
  1265: "check",
  1292: "check",
  1364: "not null",
  1366: "check",
  1369: "check",
  1406: "check",
  1442: "trigger",
  1451: "foreign key",
  1452: "foreign key",
  1644: "trigger",
  3819: "check",
  4025: "check",
};
