import type { ConstraintKind, Violation } from "@tablewright/core/storage";
import { PostgresError } from "../postgres-error.ts";

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
  if (AT_PARAMETER.test(where)) return KINDS[code] ?? "check"; // what reads texts of some types calls it an error of syntax
  return KINDS[code] ?? (code.startsWith("22") ? "check" : isRaised ? "trigger" : undefined);
}

const AT_PARAMETER = /^(?:unnamed portal|portal ".*") parameter \$(\d+)/mu;

function parameterIn({ where = "" }: Refused): number | undefined {
  const [, number] = AT_PARAMETER.exec(where) ?? [];
  return number === undefined ? undefined : Number(number);
}

const KINDS: Readonly<Record<string, ConstraintKind>> = {
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
