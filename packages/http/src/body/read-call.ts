import { type Diagnostic, diagnose, findName, type Outcome, suggest } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { brief } from "../answers/brief.ts";

export type JsonObject = Readonly<Record<string, JsonValue>>;

/** The members of a body, their rows not yet looked at. */
export interface Call {
  /** The action's name as sent; empty when none was. Which actions there are is for the engine to say. */
  readonly action: string;
  readonly properties: JsonObject;
  readonly rows: JsonValue | undefined;
}

/** Takes the body apart. A member not known is a warning; the first few are named. */
export function readCall(body: JsonValue): Outcome<Call> {
  if (!isObject(body)) return refuse("it is not an object");
  const twice = MEMBERS.flatMap((member) => sameMembers(body, member));
  if (twice.length > 0) return { output: undefined, diagnostics: twice };
  const names = Object.keys(body).map((name) => ({ name }));
  const spellings = new Map(MEMBERS.map((member) => [member, findName(names, member).found?.name]));
  const take = (member: Member): JsonValue | undefined => {
    const spelling = spellings.get(member);
    return spelling === undefined ? undefined : (body[spelling] ?? undefined);
  };

  const properties = take("Properties") ?? {};
  if (!isObject(properties)) return refuse('its "Properties" is not an object');
  const action = take("Action") ?? "";
  const known = new Set(spellings.values());
  return {
    output: {
      action: brief(typeof action === "string" ? action : JSON.stringify(action), LONGEST_ACTION),
      properties,
      rows: take("Rows"),
    },
    diagnostics: Object.keys(body)
      .filter((name) => !known.has(name))
      .slice(0, MOST_WARNINGS)
      .map((name) =>
        diagnose("request/unknown-member", { name, where: "the body", suggestion: suggest(name, MEMBERS) }),
      ),
  };
}

/** Members are found in any case, so two that differ in case alone are one given twice. */
function sameMembers(body: JsonObject, member: Member): readonly Diagnostic[] {
  const [name, other] = Object.keys(body).filter((one) => one.toLowerCase() === member.toLowerCase());
  if (name === undefined || other === undefined) return [];
  return [diagnose("request/duplicate-member", { name, other, where: "the body" })];
}

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Member = (typeof MEMBERS)[number];

const MEMBERS = ["Action", "Properties", "Rows"] as const;

const MOST_WARNINGS = 20;

/** No action has a longer name; what is longer is cut off, so that nobody looks through megabytes for it. */
const LONGEST_ACTION = 1_024;

function refuse(reason: string): Outcome<never> {
  const diagnostic: Diagnostic = diagnose("request/unreadable-body", { reason });
  return { output: undefined, diagnostics: [diagnostic] };
}
