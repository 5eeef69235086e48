import type { ConstraintKind, Violation } from "@tablewright/core/storage";
import { TOO_LONG } from "./functions/schema-functions.ts";

/**
 * An error of the database or of the way to it, told so that an operator can act on it. By its `code` callers learn that
 * the store is away and that the same call may go through later.
 */
export class PostgresError extends Error {
  readonly code = "server/store-away";

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "PostgresError";
  }

  /** What the driver threw, said about its database; an error that is not about the database stays as it is. */
  static of(error: unknown, place: string): unknown {
    if (!(error instanceof Error) || error instanceof PostgresError) return error;
    const worded = MESSAGES.find(([words]) => words.test(error.message))?.[1];
    if (worded !== undefined) return new PostgresError(`${place} ${worded}.`, error);
    const code = codeOf(error);
    const reason = REASONS.find(([codes]) => codes.test(code))?.[1];
    if (reason !== undefined) return new PostgresError(`${place} ${reason} (${code}).`, error);
    return isConnectionLost(error) ? new PostgresError(`${place} ${LOST} (${error.message}).`, error) : error;
  }
}

/** The same of one before any work was done, which is about the database whatever it says. */
export function refusedBy(error: unknown, place: string, what: string): unknown {
  const wording = PostgresError.of(error, place);
  const isFromServer = wording instanceof Error && "severity" in wording && "code" in wording;
  return isFromServer ? new PostgresError(`${place} ${what} (${wording.message}).`, error) : wording;
}

/** What an error says, by SQLSTATE. */
const KINDS = {
  /** Others were in the way, a lock was not free, or this process was still: the same work may go through when it is done again. */
  conflict: /^(40001|40P01|55P03|25P03)$/u,
  "lock taken": /^55P03$/u,
  timeout: /^57014$/u,
  /** A function of ours stopped a statement because a text would be too long. */
  "text too long": new RegExp(`^${TOO_LONG}$`, "u"),
  "read-only": /^25006$/u,
  /** The database has no such thing. */
  unsupported: /^0A000$/u,
  /** A table, a column, its type or a statement on it is not there as it was prepared. */
  missing: /^(42P01|42703|42804|42P10|42883|26000|0A000|22P02|22007|22008)$/u,
  /** Another process made the same thing at once, and the later one finds it when it looks again. */
  "made meanwhile": /^(23505|42710|42P07|42P06|40001)$/u,
} as const;

export function isPostgresError(error: unknown, kind: keyof typeof KINDS): boolean {
  return KINDS[kind].test(codeOf(error));
}

/** Whether a transaction that failed in this way before its work began may be begun again at once. */
export function mayBeginPostgresAgain(error: unknown): boolean {
  return /^(40001|40P01|57P01|57P02)$/u.test(codeOf(error)) || isConnectionLost(error);
}

/** The words of the database itself about a statement that it refuses; undefined where that is not what happened. */
export function databaseRefusal(error: unknown): string | undefined {
  const cause = error instanceof PostgresError ? error.cause : error;
  return cause instanceof Error && "severity" in cause && !mayBeginPostgresAgain(cause)
    ? cause.message
    : undefined;
}

/** Whether it comes from a database or the way to it. */
export function isFromDatabase(error: unknown): boolean {
  return error instanceof PostgresError || (error instanceof Error && "severity" in error);
}

/** SQLSTATE, or the system's name of an error of the network. */
function codeOf(error: unknown): string {
  const { code, errors, cause } = error as { code?: unknown; errors?: readonly unknown[]; cause?: unknown };
  if (error instanceof PostgresError) return codeOf(cause ?? {});
  if (typeof code === "string") return code;
  return errors?.[0] === undefined ? "" : codeOf(errors[0]);
}

function isConnectionLost(error: unknown): boolean {
  const { message } = error instanceof PostgresError ? ((error.cause ?? error) as Error) : (error as Error);
  return /^(08|ECONNRESET|EPIPE|ETIMEDOUT)/u.test(codeOf(error)) || LOST_MESSAGES.test(message);
}

/** The driver has no codes for these. */
const LOST_MESSAGES =
  /^(Connection terminated|Query read timeout|Client has encountered a connection error|timeout exceeded when)/u;

const LOST = "has broken off the connection, or gives none";

/** What prepared statements that are missing, or there already, come from. */
export const SHARED_SESSIONS =
  "is behind a pooler in transaction mode, which keeps nothing that is prepared or set: write prepare=false into its address";

/** A standby, or a server that was set so. */
export const TAKES_NO_WRITES = "takes no writes: name the primary server, or only read with --read-only";

/** Errors that have no code of their own. */
const MESSAGES: readonly (readonly [words: RegExp, reason: string])[] = [
  [
    /unsupported startup parameter/u,
    'is behind a pooler that refuses a parameter of the address, such as "options": leave it out, or let the pooler ignore it',
  ],
  [
    /^The server does not support SSL/u,
    "does not encrypt connections, and the address asks for that: leave sslmode out, or let the server encrypt",
  ],
  [/client password must be a string/u, "asks for a password, and there is none: write it into the address"],
];

const REASONS: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^(08|ECONN|EPIPE|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_|ENOENT)/u, "cannot be reached"],
  [/^(26000|42P05)$/u, SHARED_SESSIONS],
  [/^28/u, "does not let this user in: look at the user's name, the password and pg_hba.conf"],
  [/^3D000/u, "does not exist: create the database first"],
  [
    /^(42501)/u,
    'does not allow this user what it takes to keep tables: grant it "create" on the database, or on the schema that is ours, or only read with --read-only',
  ],
  [/^25006/u, TAKES_NO_WRITES],
  [/^(55P03|57014)/u, "did not answer in time; it may be in use by somebody who does not let go of it"],
  [/^25P03/u, "has ended a transaction that stood still for too long"],
  [/^57P/u, "is shutting down or starting"],
  [/^40/u, "has given up a transaction in favour of another"],
  [/^53/u, "has run out of space, memory or connections"],
  [/^(58|XX)/u, "reports an error"],
];

/** What PostgreSQL says of a row that it refuses; undefined for every other error. */
export function postgresViolation(error: unknown): Violation | undefined {
  const refused = (error instanceof PostgresError ? (error.cause ?? {}) : error) as Refused;
  const { code, constraint, column, detail, message, schema, table } = refused;
  const kind = typeof code === "string" ? kindOf(code, refused) : undefined;
  if (kind === undefined) return undefined;
  return {
    kind,
    constraint,
    parameter: parameterIn(refused),
    relation: table === undefined ? undefined : { schema, table },
    columns: column === undefined ? columnsIn(detail) : [column],
    // The detail shows the whole row, also the columns that the definition leaves out.
    message: message ?? "",
  };
}

interface Refused {
  readonly code?: unknown;
  readonly constraint?: string;
  readonly column?: string;
  readonly detail?: string;
  readonly message?: string;
  readonly schema?: string;
  readonly table?: string;
  /** The function of the server that reports it. */
  readonly routine?: string;
  /** What the server was at, such as a parameter of the statement. */
  readonly where?: string;
}

/** By SQLSTATE: those of constraints, of values that a column does not take, and of errors that triggers raise. */
function kindOf(code: string, { routine, where = "" }: Refused): ConstraintKind | undefined {
  const isRaised = routine === "exec_stmt_raise" && !code.startsWith("40"); // such calls are carried out again
  // Of 42501, which else is about rights, those are meant that a policy of row-level security reports of a row.
  if (routine === "ExecWithCheckOptions") return "check";
  if (AT_PARAMETER.test(where)) return VIOLATIONS[code] ?? "check"; // what reads texts of some types calls it an error of syntax
  return VIOLATIONS[code] ?? (code.startsWith("22") ? "check" : isRaised ? "trigger" : undefined);
}

const AT_PARAMETER = /^(?:unnamed portal|portal ".*") parameter \$(\d+)/mu;

function parameterIn({ where = "" }: Refused): number | undefined {
  const [, number] = AT_PARAMETER.exec(where) ?? [];
  return number === undefined ? undefined : Number(number);
}

const VIOLATIONS: Readonly<Record<string, ConstraintKind>> = {
  "23502": "not null",
  "23503": "foreign key",
  "23505": "unique",
  "23514": "check",
  "23P01": "unique",
  "23001": "foreign key",
  "42501": "rights",
  "44000": "check",
  P0001: "trigger",
  "55000": "trigger",
};

/** `Key (email)=(a@b) already exists.` */
function columnsIn(detail = ""): readonly string[] {
  const [, list = ""] = /^Key \(([^)]*)\)=/u.exec(detail) ?? [];
  return list === "" ? [] : list.split(", ").map((name) => name.replace(/^"(.*)"$/u, "$1"));
}
