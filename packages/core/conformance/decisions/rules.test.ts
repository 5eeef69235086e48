import { describe, expect, test } from "vitest";
import { loadRules } from "../../src/decisions/index.ts";
import { entriesOf, hasDecisionCases, type Json, sameJson } from "./decision-cases.ts";

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
const OBJECTS = ": its facts are lists of objects";
const GAPS: Readonly<Record<string, string>> = {
  "jre-11": OBJECTS,
  "jre-31": OBJECTS,
  "jre-78": OBJECTS,
  "jre-83": OBJECTS,
  "jre-84": OBJECTS,
  "jre-14": ": texts are compared without regard to case, also in lists",
  "jre-36": ": a path into a plain number is not that number",
  "jre-71": ": a fact has the type that is declared",
};

/** The name of the column that a path within a fact is. */
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

function sourceOf(condition: Condition, shared: Entry["shared"] = {}): string {
  const { all, any, not, shared: name, op, value } = condition;
  if (all !== undefined) return joined("AND", all, shared);
  if (any !== undefined) return joined("OR", any, shared);
  if (not !== undefined) return `NOT(${sourceOf(not, shared)})`;
  if (name !== undefined) return shared[name] === undefined ? "FALSE" : sourceOf(shared[name], shared);
  const column = `[${columnOf(condition)}]`;
  const written = literalOf(value);
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
    case "every item in, ignoring case":
      return `COUNT(${column} - ${written}) = 0`;
    default:
      return value === null ? `ISBLANK(${column})` : `${column} ${op} ${written}`;
  }
}

function joined(name: string, conditions: readonly Condition[], shared: Entry["shared"]): string {
  return `${name}(${conditions.map((one) => sourceOf(one, shared)).join(", ")})`;
}

function literalOf(value: Json | undefined): string {
  if (Array.isArray(value)) return `LIST(${value.map(literalOf).join(", ")})`;
  if (typeof value === "string") return `"${value.replaceAll('"', '""')}"`;
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "object" && value !== null) return `[${columnOf(value as Condition)}]`;
  return String(value);
}

/** The type of a column by the values that the cases give it, else by those it is compared with. */
function typeOf(values: readonly unknown[]): object {
  const value = values.find((one) => one !== null && one !== undefined && one !== "");
  if (Array.isArray(value)) return { type: "List", itemType: nameOfType(value[0]) };
  return { type: nameOfType(value) };
}

function nameOfType(value: unknown): string {
  if (typeof value === "number") return "Decimal";
  return typeof value === "boolean" ? "Yes/No" : "Text";
}

function valueAt(facts: unknown, { fact = "", path = [] }: Condition): unknown {
  return [fact, ...path].reduce<unknown>(
    (around, step) =>
      typeof around === "object" && around !== null
        ? (around as Record<string | number, unknown>)[step]
        : undefined,
    facts,
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
  const comparedWith = (column: string) =>
    rules
      .flatMap(({ when }) => conditionsIn(when))
      .filter((one) => columnOf(one) === column)
      .flatMap(({ value, op }) => (Array.isArray(value) && op?.includes("in") ? value : [value]));
  const facts = readsOf(entry)
    .filter((one) => !set.some(([name]) => name === columnOf(one)))
    .map((one) => [
      columnOf(one),
      {
        ...typeOf([...cases.map(({ facts: given }) => valueAt(given, one)), ...comparedWith(columnOf(one))]),
        ...(isNeverGiven(entry, one) && { required: true }),
      },
    ]);
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
        outputs: Object.fromEntries(own.map(([name, value]) => [name, typeOf([value])])),
        rules: level.map(({ name, priority, when, event, sets, stop = false }) => ({
          name,
          priority,
          stop,
          when: sourceOf(when, entry.shared),
          set: Object.fromEntries(columnsSet(sets)),
          event: { type: event.name, params: withHoles(event.params ?? {}) },
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
function withHoles(params: Json): Json {
  if (Array.isArray(params)) return params.map(withHoles);
  if (typeof params !== "object" || params === null) return params;
  if ("fact" in params) return `<<[${columnOf(params as Condition)}]>>`;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, withHoles(value)]));
}

describe.skipIf(!hasDecisionCases)(
  `rules of json-rules-engine${hasDecisionCases ? "" : ": skipped, no ../shared/conformance beside this repository"}`,
  () => {
    for (const entry of entriesOf<Entry>("rules.jsonl"))
      (entry.id in GAPS ? test.fails : test)(`${entry.id}${GAPS[entry.id] ?? ""}`, () => {
        const { output: rules, diagnostics } = loadRules(JSON.stringify(definitionOf(entry)));
        expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        for (const { id, facts, failing = [], expect: expected } of entry.cases) {
          const given = Object.fromEntries(
            readsOf(entry).map((one) => [columnOf(one), valueAt(facts, one) ?? null]),
          );
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
          expect(decided?.diagnostics, id).toEqual([]);
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
