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

/** What a member of a line may be, in words and as a test. */
export interface LineMember {
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** It may be left out. */
  readonly isOptional?: true;
}

export const textMember: LineMember = { expected: "a text", accepts: (value) => typeof value === "string" };

export const yesNoMember: LineMember = {
  expected: "true or false",
  accepts: (value) => typeof value === "boolean",
};

export const wholeNumberMember: LineMember = { expected: "a whole number", accepts: Number.isSafeInteger };

export const finiteNumber: LineMember = { expected: "a number", accepts: Number.isFinite };

export const countMember: LineMember = {
  expected: "a whole number from 0",
  accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};

export const anyValue: LineMember = { expected: "a value or a list of values", accepts: isValue };

export const anObject: LineMember = {
  expected: "an object",
  accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

export function oneOfMember(...texts: readonly string[]): LineMember {
  return {
    expected: texts.map((one) => JSON.stringify(one)).join(" or "),
    accepts: (value) => texts.some((one) => one === value),
  };
}

export function listMember({ expected, accepts }: LineMember): LineMember {
  return {
    expected: `a list of which each is ${expected}`,
    accepts: (value) => Array.isArray(value) && value.every(accepts),
  };
}

export function optional(member: LineMember): LineMember {
  return { ...member, isOptional: true };
}

function isValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isValue);
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

/** A line that is not as `writeLines` writes it; the message goes on after the number of the line. */
export class LineError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LineFault";
  }
}
