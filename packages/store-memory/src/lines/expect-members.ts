import { LineError } from "./line-error.ts";
import { anObject, type LineMember } from "./member.ts";

/** Throws a `LineError` unless `value` is an object with these members and no others; `what` says what it should be. */
export function expectMembers(
  value: unknown,
  shape: Readonly<Record<string, LineMember>>,
  what: string,
): void {
  if (!anObject.accepts(value)) throw new LineError(`has ${excerpt(value)}, where ${what} was expected`);
  const line = value as Readonly<Record<string, unknown>>;
  const foreign = Object.keys(line).find((name) => !Object.hasOwn(shape, name));
  if (foreign !== undefined) throw new LineError(`has ${excerpt(foreign)}, which is no part of ${what}`);
  for (const [name, { expected, accepts, isOptional }] of Object.entries(shape)) {
    if (!Object.hasOwn(line, name)) {
      if (isOptional) continue;
      throw new LineError(`has no ${excerpt(name)}, which belongs to ${what}`);
    }
    if (accepts(line[name])) continue;
    throw new LineError(`has ${excerpt(line[name])} as ${excerpt(name)}, where ${expected} was expected`);
  }
}

function excerpt(value: unknown): string {
  const written = JSON.stringify(value);
  return written.length > LONGEST ? `${written.slice(0, LONGEST)}…` : written;
}

const LONGEST = 40;
