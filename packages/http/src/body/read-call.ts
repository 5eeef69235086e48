import {
  type Diagnostic,
  diagnose,
  diagnoseUnknown,
  findName,
  hasErrors,
  type Outcome,
  requestProperties,
  suggest,
} from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import type { Authenticated } from "../access/authenticate.ts";
import { brief } from "../answers/answer.ts";
import { unreadableBody } from "./parse-json.ts";

export type JsonObject = Readonly<Record<string, JsonValue>>;

/** The members of a body, their rows not yet looked at. */
export interface Call {
  /** The action's name as sent; empty when none was. Which actions there are is for the engine to say. */
  readonly action: string;
  readonly properties: JsonObject;
  readonly rows: JsonValue | undefined;
}

/**
 * Takes the body apart. A member that is not known is a warning, and an error where a known one or a property was meant; the first few
 * are named. `example` is one of another route.
 */
export function readCall(body: JsonValue, example?: string): Outcome<Call> {
  if (!isObject(body)) return unreadableBody("it is not an object", example);
  const names = Object.keys(body);
  const spellings = names.every(isMember) ? EXACT : spellingsIn(names);
  if (Array.isArray(spellings)) return { output: undefined, diagnostics: spellings };
  const take = (member: Member): JsonValue | undefined => {
    const spelling = spellings[member];
    return spelling !== undefined && Object.hasOwn(body, spelling)
      ? (body[spelling] ?? undefined)
      : undefined;
  };

  const unknown = spellings === EXACT ? [] : unknownMembers(names, spellings);
  if (hasErrors(unknown)) return { output: undefined, diagnostics: unknown };
  const properties = take("Properties") ?? {};
  if (!isObject(properties)) return unreadableBody('its "Properties" is not an object', example);
  const action = take("Action") ?? "";
  return {
    output: {
      action: brief(typeof action === "string" ? action : JSON.stringify(action), LONGEST_ACTION),
      properties,
      rows: take("Rows"),
    },
    diagnostics: unknown,
  };
}

/** How each member is written among the names. */
type Spellings = Readonly<Record<Member, string | undefined>>;

const EXACT: Spellings = { Action: "Action", Properties: "Properties", Rows: "Rows" };

function isMember(name: string): name is Member {
  return Object.hasOwn(EXACT, name);
}

/** Members are found in any case, so two that differ only in case are one given twice: the errors about these. */
function spellingsIn(names: readonly string[]): Spellings | Diagnostic[] {
  const spellings: Record<Member, string | undefined> = { ...EXACT };
  const twice: Diagnostic[] = [];
  for (const member of MEMBERS) {
    const [name, other] = names.filter((one) => one.toLowerCase() === member.toLowerCase());
    spellings[member] = name;
    if (name === undefined || other === undefined) continue;
    twice.push(diagnose("request/duplicate-member", { name, other, where: "the body" }));
  }
  return twice.length > 0 ? twice : spellings;
}

function unknownMembers(names: readonly string[], spellings: Spellings): readonly Diagnostic[] {
  const namesInUse = new Set(Object.values(spellings));
  return names
    .filter((name) => !namesInUse.has(name))
    .slice(0, MOST_WARNINGS)
    .map((name) => {
      const property = PROPERTIES.find((one) => one.toLowerCase() === name.toLowerCase());
      if (property !== undefined) return diagnose("request/misplaced-property", { name: property });
      return diagnoseUnknown(name, "the body", suggest(name, MEMBERS));
    });
}

const PROPERTIES = requestProperties.map(({ name }) => name);

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Member = (typeof MEMBERS)[number];

const MEMBERS = ["Action", "Properties", "Rows"] as const;

/** The first few say enough. */
export const MOST_WARNINGS = 20;

/** No action has a longer name; what is longer is cut off, so that megabytes are never searched for it. */
const LONGEST_ACTION = 1_024;

/** Notes what the body of a call asks for. */
export function noteCall({ application, key, notes }: Authenticated, call: Call): void {
  const { app } = application.engine;
  const action =
    findName(OPERATIONS, call.action).match ?? findName([...app.actions.values()], call.action).match;
  if (action !== undefined) notes.action = action.name;
  const user = key.person?.email ?? identityIn(call.properties) ?? key.key.as ?? app.owner;
  if (user !== undefined) notes.user = user;
  if (Array.isArray(call.rows)) notes.rowsSent = call.rows.length;
}

const OPERATIONS = ["Add", "Edit", "Delete", "Find", "Batch", "Decide"].map((name) => ({ name }));

function identityIn(properties: Call["properties"]): string | undefined {
  for (const name of IDENTITIES) {
    const value = properties[name];
    if (typeof value === "string" && value !== "") return value.slice(0, LONGEST_USER);
  }
  return undefined;
}

/** The one that goes before first. */
const IDENTITIES = requestProperties.flatMap(({ name, readWith }) => (readWith === "identity" ? [name] : []));

/** Characters; an address of e-mail has no more than 254. */
const LONGEST_USER = 254;

/** Some members of a body, and a body of the others. */
interface TakenMembers<Name extends string> {
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
