import type { ConstraintKind, Violation } from "@tablewright/core/storage";

/** What PostgreSQL says of a row that it refuses; undefined for every other error. */
export function violationOf(error: unknown): Violation | undefined {
  const { code, constraint, column, detail, message } = error as Refused;
  const kind = typeof code === "string" ? kindOf(code) : undefined;
  if (kind === undefined) return undefined;
  return {
    kind,
    constraint,
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
}

/** By SQLSTATE: those of constraints, of values that a column does not take, and of errors that triggers raise. */
function kindOf(code: string): ConstraintKind | undefined {
  return KINDS[code] ?? (code.startsWith("22") ? "check" : undefined);
}

const KINDS: Readonly<Record<string, ConstraintKind>> = {
  "23502": "not null",
  "23503": "foreign key",
  "23505": "unique",
  "23514": "check",
  "23P01": "unique",
  "23001": "foreign key",
  "44000": "check",
  P0001: "trigger",
  "55000": "trigger",
};

/** `Key (email)=(a@b) already exists.` */
function columnsIn(detail = ""): readonly string[] {
  const [, list = ""] = /^Key \(([^)]*)\)=/u.exec(detail) ?? [];
  return list === "" ? [] : list.split(", ").map((name) => name.replace(/^"(.*)"$/u, "$1"));
}
