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
