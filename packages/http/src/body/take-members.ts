import { diagnose, type Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { isObject } from "./read-call.ts";

/** Some members of a body, and a body of the others. */
export interface TakenMembers<Name extends string> {
  readonly members: Readonly<Partial<Record<Name, JsonValue>>>;
  readonly rest: JsonValue;
}

/** Takes members out of a body, in any case of letters as its other members. */
export function takeMembers<const Name extends string>(
  body: JsonValue,
  names: readonly Name[],
): Outcome<TakenMembers<Name>> {
  if (!isObject(body))
    return { output: { members: {} as TakenMembers<Name>["members"], rest: body }, diagnostics: [] };
  const spellings = new Map<Name, string>();
  const members: Partial<Record<Name, JsonValue>> = {};
  const rest: [name: string, value: JsonValue][] = [];
  for (const [name, value] of Object.entries(body)) {
    const member = names.find((one) => one.toLowerCase() === name.toLowerCase());
    if (member === undefined) {
      rest.push([name, value as JsonValue]);
      continue;
    }
    const other = spellings.get(member);
    if (other !== undefined) {
      const error = diagnose("request/duplicate-member", { name: other, other: name, where: "the body" });
      return { output: undefined, diagnostics: [error] };
    }
    spellings.set(member, name);
    members[member] = value as JsonValue;
  }
  // As own members, whatever their names: `__proto__` is one.
  return { output: { members, rest: Object.fromEntries(rest) }, diagnostics: [] };
}
