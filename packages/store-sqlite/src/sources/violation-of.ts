import type { ConstraintKind, Violation } from "@tablewright/core/storage";

/** What SQLite says of a row that it refuses; undefined for every other error. */
export function violationOf(error: unknown): Violation | undefined {
  const { errcode, message = "" } = error as { errcode?: number; message?: string };
  const kind = errcode === undefined ? undefined : KINDS[errcode];
  if (kind === undefined) return undefined;
  const [, about = ""] = /^[A-Za-z ]+ constraint failed: (.+)$/u.exec(message) ?? [];
  const isNamed = kind === "check" || about.startsWith("index ");
  return {
    kind,
    constraint: isNamed && about !== "" ? about : undefined,
    columns: isNamed ? [] : about.split(", ").map((name) => name.slice(name.indexOf(".") + 1)),
    message,
  };
}

/** By SQLite's extended result codes of constraints, and the one of a type that a strict column does not take. */
const KINDS: Readonly<Record<number, ConstraintKind>> = {
  275: "check",
  787: "foreign key",
  1299: "not null",
  1555: "unique",
  1811: "trigger",
  2067: "unique",
  2579: "unique",
  3091: "check",
};
