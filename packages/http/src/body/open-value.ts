import type { JsonValue } from "@tablewright/core/expression";

/** An object or array of a long body whose end has not been read yet. */
export interface OpenValue {
  readonly isArray: boolean;
  /** Where its bracket opens. */
  readonly start: number;
  /** Where the members begin that are still to be parsed. */
  pending: number;
  /** After the last comma between its members, or after its bracket. */
  member: number;
  hasComma: boolean;
  /** Whether its last member was made, and a comma or its end has to come. */
  isAfterMember: boolean;
  /** The members that were parsed; undefined as long as there are none. */
  container: JsonValue[] | Record<string, JsonValue> | undefined;
}

export function openValue(isArray: boolean, start: number): OpenValue {
  return {
    isArray,
    start,
    pending: start + 1,
    member: start + 1,
    hasComma: false,
    isAfterMember: false,
    container: undefined,
  };
}
