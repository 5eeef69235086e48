import { describe, expect, test } from "vitest";
import { loadRules } from "../../src/decisions/index.ts";
import { entriesOf, hasDecisionCases, type Json, sameJson, typeOfValues } from "./decision-cases.ts";

interface Entry {
  readonly id: string;
  readonly options?: { readonly missing?: "absent" };
  readonly shared?: { readonly [name: string]: Condition };
  readonly rules: readonly Rule[];
  readonly cases: readonly Case[];
}

interface Rule {
  readonly name: string;
  readonly priority: number;
  readonly when: Condition;
  readonly event: { readonly name: string; readonly params?: { readonly [name: string]: Json } };
  readonly sets?: { readonly [name: string]: Json };
  readonly otherwiseSets?: { readonly [name: string]: Json };
  readonly stop?: boolean;
}

interface Condition {
  readonly all?: readonly Condition[];
  readonly any?: readonly Condition[];
  readonly not?: Condition;
  readonly shared?: string;
  readonly fact?: string;
  readonly path?: readonly (string | number)[];
  readonly op?: string;
  readonly value?: Json;
}

interface Case {
  readonly id: string;
  readonly facts: { readonly [name: string]: Json };
  readonly failing?: readonly string[];
  readonly expect: {
    readonly events?: readonly { readonly name: string; readonly params?: Json }[];
    readonly order?: "free";
    readonly failed?: readonly string[];
    readonly after?: Json;
    readonly error?: string;
  };
}

/** What we do not do, by the ids of the entries, with the reason. */
const GAPS: Readonly<Record<string, string>> = {
  "jre-36": ": a path into a plain number is not that number",
  "jre-71": ": a fact has the type that is declared",
};

/** A path within a fact as rules set it, and as the names of their outputs have it. */
function columnOf({ fact = "", path = [] }: Condition): string {
  return [fact, ...path].join(".");
}

function conditionsIn(condition: Condition): readonly Condition[] {
  const { all = [], any = [], not } = condition;
  const below = [...all, ...any, ...(not === undefined ? [] : [not])];
  return [condition, ...below.flatMap(conditionsIn)];
}

function references(value: unknown): readonly Condition[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== "object" || value === null) return [];
  return "fact" in value ? [value as Condition] : Object.values(value).flatMap(references);
}

/** A fact, or a part of it, as the language reads it; `set` are the names that rules set. */
function referenceTo(condition: Condition, set: ReadonlySet<string>): string {
  const { fact = "", path = [] } = condition;
  if (set.has(columnOf(condition))) return `[${columnOf(condition)}]`;
  let source = `[${fact}]`;
  let item: number | undefined;
  for (const [at, step] of path.entries()) {
    if (step === "*") continue;
    if (typeof step === "number") item = step;
    else source += path[at - 1] === "*" || typeof path[at - 1] === "number" ? `[${step}]` : `.[${step}]`;
  }
  return item === undefined ? source : `INDEX(${source}, ${item + 1})`;
}

function sourceOf(
  condition: Condition,
  shared: Entry["shared"] = {},
  set: ReadonlySet<string> = new Set(),
): string {
  const { all, any, not, shared: name, op, value } = condition;
  if (all !== undefined) return joined("AND", all, shared, set);
  if (any !== undefined) return joined("OR", any, shared, set);
  if (not !== undefined) return `NOT(${sourceOf(not, shared, set)})`;
  if (name !== undefined) return shared[name] === undefined ? "FALSE" : sourceOf(shared[name], shared, set);
  const column = referenceTo(condition, set);
  const written = literalOf(value, set);
  switch (op) {
    case "in":
      return `IN(${column}, ${written})`;
    case "not in":
      return `NOT(IN(${column}, ${written}))`;
    case "contains":
      return `IN(${written}, ${column})`;
    case "not contains":
      return `NOT(IN(${written}, ${column}))`;
    case "is absent":
      return `ISBLANK(${column})`;
    case "starts with":
      return `STARTSWITH(${column}, ${written})`;
    case "every item in":
      return `NOT(IN(FALSE, MAP(${column}, IN(TRUE, MAP([_THISROW].${written}, EXACT([_ITEM], [_THISROW-1].[_ITEM]))))))`;
    case "some item divisible by":
      return `IN(0, MAP(${column}, MOD([_ITEM], [_THISROW].${written})))`;
    case "every item in, ignoring case":
      return `COUNT(${column} - ${written}) = 0`;
    default:
      return value === null ? `ISBLANK(${column})` : `${column} ${op} ${written}`;
  }
}

function joined(
  name: string,
  conditions: readonly Condition[],
  shared: Entry["shared"],
  set: ReadonlySet<string>,
): string {
  return `${name}(${conditions.map((one) => sourceOf(one, shared, set)).join(", ")})`;
}

function literalOf(value: Json | undefined, set: ReadonlySet<string>): string {
  if (Array.isArray(value)) return `LIST(${value.map((one) => literalOf(one, set)).join(", ")})`;
  if (typeof value === "string") return `"${value.replaceAll('"', '""')}"`;
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "object" && value !== null) return referenceTo(value as Condition, set);
  return String(value);
}

/** A value with the path of a condition within it, of what the condition compares it with. */
function sampleOf({ path = [], op = "", value }: Condition): unknown {
  const compared = typeof value === "object" && value !== null && !Array.isArray(value) ? undefined : value;
  const isIn = op.endsWith("in") && Array.isArray(compared);
  const leaf = op.endsWith("contains") && !path.includes("*") ? [compared] : isIn ? compared[0] : compared;
  return path.reduceRight<unknown>(
    (within, step) => (typeof step === "number" || step === "*" ? [within] : { [step]: within }),
    leaf,
  );
}

function readsOf({ rules, shared = {} }: Entry): readonly Condition[] {
  const conditions = [...rules.map(({ when }) => when), ...Object.values(shared)].flatMap(conditionsIn);
  const read = [
    ...conditions.filter(({ fact }) => fact !== undefined),
    ...conditions.flatMap(({ value }) => references(value)),
    ...rules.flatMap(({ event }) => references(event.params)),
  ];
  return [...new Map(read.map((one) => [columnOf(one), one])).values()];
}

/** A fact that nobody gives is an error, unless the entry says that it counts as absent. */
function isNeverGiven({ options, cases }: Entry, { fact = "" }: Condition): boolean {
  return options?.missing !== "absent" && !cases.some(({ facts }) => fact in facts);
}

/** What rules set, by the column that reads it: `created.list` of `created: { list: 2 }`. */
function columnsSet(
  sets: Json | undefined,
  around: readonly string[] = [],
): readonly (readonly [string, Json])[] {
  if (sets === undefined) return [];
  if (typeof sets !== "object" || sets === null || Array.isArray(sets)) return [[around.join("."), sets]];
  return Object.entries(sets).flatMap(([name, value]) => columnsSet(value, [...around, name]));
}

/** Rules that set what others read come before them: one list of rules for each priority then, else one for all. */
function definitionOf(entry: Entry): object {
  const { rules, cases } = entry;
  const set = rules.flatMap(({ sets }) => columnsSet(sets));
  const names = new Set(set.map(([name]) => name));
  const read = readsOf(entry).filter((one) => !names.has(columnOf(one)));
  const facts = [...new Set(read.map(({ fact = "" }) => fact))].map((fact) => {
    const samples = read.filter((one) => one.fact === fact).map(sampleOf);
    const type = typeOfValues([...cases.map(({ facts: given }) => given[fact]), ...samples]);
    return [fact, { ...type, ...(isNeverGiven(entry, { fact }) && { required: true }) }];
  });
  const levels =
    set.length === 0
      ? [rules]
      : [...Map.groupBy(rules, ({ priority }) => priority)]
          .sort(([a], [b]) => b - a)
          .map(([, level]) => level);
  const decisions = levels.map((level, index) => {
    const own = level.flatMap(({ sets }) => columnsSet(sets));
    return [
      `Rules ${index + 1}`,
      {
        outputs: Object.fromEntries(own.map(([name, value]) => [name, typeOfValues([value])])),
        rules: level.map(({ name, priority, when, event, sets, stop = false }) => ({
          name,
          priority,
          stop,
          when: sourceOf(when, entry.shared, names),
          set: Object.fromEntries(columnsSet(sets)),
          event: { type: event.name, params: withHoles(event.params ?? {}, names) },
        })),
      },
    ];
  });
  return {
    tablewright: 1,
    rules: { id: entry.id },
    facts: Object.fromEntries(facts),
    decisions: Object.fromEntries(decisions),
  };
}

/** Params with `<<[fact]>>` in the place of each value that is taken of a fact. */
function withHoles(params: Json, set: ReadonlySet<string>): Json {
  if (Array.isArray(params)) return params.map((one) => withHoles(one, set));
  if (typeof params !== "object" || params === null) return params;
  if ("fact" in params) return `<<${referenceTo(params as Condition, set)}>>`;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, withHoles(value, set)]));
}

describe.skipIf(!hasDecisionCases)(
  `rules of json-rules-engine${hasDecisionCases ? "" : ": skipped, no ../shared/conformance beside this repository"}`,
  () => {
    for (const entry of entriesOf<Entry>("rules.jsonl"))
      (entry.id in GAPS ? test.fails : test)(`${entry.id}${GAPS[entry.id] ?? ""}`, () => {
        const { output: rules, diagnostics } = loadRules(JSON.stringify(definitionOf(entry)));
        expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        for (const { id, facts, failing = [], expect: expected } of entry.cases) {
          const given: Record<string, Json> = { ...facts };
          for (const name of failing)
            Object.defineProperty(given, name, {
              get() {
                throw new Error("no value");
              },
            });
          const decided = rules?.decide(given);
          if (expected.error !== undefined) {
            expect(decided?.diagnostics[0]?.code, `${id} ${expected.error}`).toBeDefined();
            continue;
          }
          // Cases give facts that their rules do not read, which is a warning.
          const unread = (code: string) => code === "decision/unknown-fact";
          expect(
            decided?.diagnostics.filter(({ code }) => !unread(code)),
            id,
          ).toEqual([]);
          const events = decided?.events.map(({ type, params }) => ({ name: type, params }));
          const sorted = (list: typeof expected.events | typeof events) =>
            expected.order === "free" ? list?.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : list;
          const message = `${id}: ${JSON.stringify(events)}, expected ${JSON.stringify(expected.events)}`;
          expect(sameJson(sorted(events), sorted(expected.events)), message).toBe(true);
          for (const name of expected.failed ?? [])
            expect(events?.map((one) => one.name)).not.toContain(name);
          if (expected.after !== undefined) expect(sameJson(decided?.outputs, expected.after), id).toBe(true);
        }
      });
  },
);
