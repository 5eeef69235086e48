import { type Diagnostic, hasErrors, isRecord } from "../diagnostics/index.ts";
import { anyNodeOf, type Node } from "../expression/parts.ts";
import type { JsonValue, Value } from "../values/index.ts";
import { anything, readBoxes } from "./analysis/boxes.ts";
import { conjunctionOf } from "./analysis/diagnose-conditions.ts";
import { factsAsJson, factsIn } from "./analysis/facts.ts";
import { findUncovered } from "./analysis/find-uncovered.ts";
import { cellsOf } from "./analysis/findings.ts";
import { type Cell, Grid } from "./analysis/grid.ts";
import { plainTree } from "./analysis/plain-tree.ts";
import { Variables } from "./analysis/variables.ts";
import { analysisSettingOf } from "./check-decisions.ts";
import type { Decision, DecisionRow, FactPart, Placed, RuleSet } from "./decision.ts";
import { type LoadRulesOptions, loadRuleSet } from "./load-rules.ts";
import { type DecisionContext, type DecisionResult, Rules } from "./rules.ts";

/** Facts that make rows fire that none of the facts before them do. */
export interface SampledFacts {
  readonly facts: Readonly<Record<string, JsonValue>>;
  /** Such as `Discount row 2`, `Delivery Free delivery` and, of a table, `Discount otherwise`. */
  readonly shows: readonly string[];
}

/** A row, a rule or the otherwise of a table that none of the sampled facts shows, and why. */
export interface NotSampled {
  /** Such as `Discount row 2`. */
  readonly point: string;
  /**
   * `never`: the analysis proves that no facts show it. `error`: the facts that would gave this error instead.
   * `not found`: none of the facts tried did.
   */
  readonly why:
    | { readonly kind: "never" }
    | { readonly kind: "error"; readonly diagnostic: Diagnostic }
    | { readonly kind: "not found"; readonly readsTables: boolean };
}

export interface FactSamples {
  readonly found: readonly SampledFacts[];
  readonly missing: readonly NotSampled[];
}

/**
 * A few facts that together make each row and rule of a definition fire, and each table answer otherwise, as far as such facts
 * are found: by the analysis of the conditions, and for those on computed values by trial. The same definition gives the same
 * facts. None for a definition with errors.
 */
export async function sampleFacts(
  text: string,
  { context, ...options }: LoadRulesOptions & { readonly context?: DecisionContext } = {},
): Promise<FactSamples> {
  const { output: set } = loadRuleSet(text, options);
  if (set === undefined) return { found: [], missing: [] };
  const rules = new Rules(set);
  return sampleFactsOf(set, (facts) => rules.decideAsync(facts, context));
}

/** The same of decisions that were loaded, by what decides on facts. */
export async function sampleFactsOf(
  set: RuleSet,
  decide: (facts: Readonly<Record<string, JsonValue>>) => Promise<DecisionResult>,
): Promise<FactSamples> {
  const missing = new Map(set.decisions.flatMap(pointsOf).map((one) => [one.point, one]));
  const reasons = new Map<string, NotSampled["why"]>();
  const found: SampledFacts[] = [];
  for (const candidate of candidatesFor(set)) {
    if (missing.size === 0) break;
    const { point, facts } = candidate;
    if (facts === undefined) {
      reasons.set(point, { kind: "never" });
      continue;
    }
    const { fired, outputs, diagnostics } = await decide(facts);
    const diagnostic = diagnostics.find((one) => hasErrors([one]));
    if (diagnostic !== undefined) {
      if (point !== undefined && !reasons.has(point)) reasons.set(point, { kind: "error", diagnostic });
      continue;
    }
    const shown = [
      ...fired.map(({ decision, rule, row }) => pointOf(decision, { name: rule, number: row })),
      ...set.decisions.flatMap(({ name, body, outputs: own }) =>
        body.kind === "table" &&
        own.every((output) => Object.hasOwn(outputs, output.name)) &&
        !fired.some(({ decision }) => decision === name)
          ? [otherwiseOf(name)]
          : [],
      ),
    ];
    const shows = shown.filter((one) => missing.delete(one));
    if (shows.length > 0) found.push({ facts, shows });
  }
  return {
    found,
    missing: [...missing.values()].flatMap(({ point, conditions, isWritten }) => {
      if (!isWritten) return [];
      const readsTables = conditions.some(({ expression }) => expression.references.tables.size > 0);
      return [{ point, why: reasons.get(point) ?? { kind: "not found", readsTables } }];
    }),
  };
}

/** What facts are to show of a decision. */
interface Point {
  readonly point: string;
  readonly conditions: readonly Placed[];
  /** False for the otherwise that a table is not given. */
  readonly isWritten: boolean;
}

function pointsOf({ name, body, outputs }: Decision): readonly Point[] {
  if (body.kind === "formula") return [];
  const rows = body.rows.map(
    (row): Point => ({ point: pointOf(name, row), conditions: row.conditions, isWritten: true }),
  );
  if (body.kind === "rules") return rows;
  const conditions = body.rows.flatMap((row) => row.conditions);
  const isWritten = outputs.some(({ written }) => written !== "");
  return [...rows, { point: otherwiseOf(name), conditions, isWritten }];
}

function otherwiseOf(decision: string): string {
  return `${decision} otherwise`;
}

function pointOf(
  decision: string,
  { name, number }: { readonly name: string | undefined; readonly number: number },
): string {
  return `${decision} ${name ?? `row ${number}`}`;
}

/** Facts drawn at random after those that the analysis finds. */
const MOST_TRIALS = 3_000;

/** Spans that the searches may look at. */
const EFFORT = 2_000_000;

type FactsAsJson = Readonly<Record<string, JsonValue>>;

/** Facts to try, and what they are to show; without facts where the analysis proves that none show it. */
type Candidate =
  | { readonly point: string; readonly facts: undefined }
  | { readonly point: string | undefined; readonly facts: FactsAsJson };

function* candidatesFor(set: RuleSet): Generator<Candidate> {
  const sampler = samplerOf(set);
  yield* sampler.witnesses();
  for (let trial = 0; trial < MOST_TRIALS; trial++) yield { point: undefined, facts: sampler.drawn() };
}

function samplerOf(set: RuleSet) {
  const { domainOf, always } = analysisSettingOf(set);
  const variables = new Variables(domainOf);
  for (const node of always) variables.indexOf(node);
  const bodies = set.decisions.flatMap(({ name, body }) => (body.kind === "formula" ? [] : [{ name, body }]));
  const boxes = bodies.map(({ body }) =>
    body.rows.map(({ conditions }) => {
      const parts = conditions.map(({ expression }): Node => plainTree(expression));
      return parts.length === 0 ? [anything()] : readBoxes(conjunctionOf(parts), variables, true);
    }),
  );
  const grid = new Grid(variables.all, boxes.flat(2));
  /** By the decisions, the cells of their rows. */
  const cellsOfRows = bodies.map(({ name, body }, index) => ({
    name,
    body,
    rows: (boxes[index] ?? []).map((row) => cellsOf(row, grid)),
  }));
  /** Numbers and texts that expressions name, to draw what is near them. */
  const constants = constantsIn(set);
  const numbers = constants.filter((value) => typeof value === "number");
  const texts = constants.filter((value) => typeof value === "string");
  let seed = 1;
  return { witnesses, drawn };

  /** For each row facts that meet it and, where only the first that matches fires, no earlier one; then facts that meet none. */
  function* witnesses(): Generator<Candidate> {
    const effort = { left: EFFORT };
    for (const { name, body, rows } of cellsOfRows) {
      const earlier: Cell[] = [];
      for (const [index, cells] of rows.entries()) {
        const point = pointOf(name, body.rows[index] as DecisionRow);
        const free = cells.map((cell) => findUncovered(grid, cell, earlier, effort));
        if (free.every((one) => one === "covered")) yield { point, facts: undefined };
        for (const [at, cell] of cells.entries()) {
          const part = free[at];
          yield* factsOf(point, typeof part === "object" ? part : cell);
        }
        if (body.hit === "first") for (const cell of cells) earlier.push(cell);
      }
      const point = otherwiseOf(name);
      const none = variables.all.map(() => undefined);
      const free = findUncovered(grid, none, rows.flat(), effort);
      if (free === "covered") yield { point, facts: undefined };
      else if (free !== "unknown") yield* factsOf(point, free);
    }
  }

  function factsOf(point: string, cell: Cell): readonly Candidate[] {
    const facts = factsIn(cell, grid, variables);
    return facts === undefined ? [] : [{ point, facts: filled(factsAsJson(facts, variables), 0) }];
  }

  /** Facts at random among the values that conditions distinguish. */
  function drawn(): FactsAsJson {
    const facts = new Map<number, Value>();
    for (const [variable, { isFact }] of variables.all.entries()) {
      const [, count = 0] = grid.all(variable);
      // A fact that is only computed with has any value.
      if (!isFact || draw(count + 1) === 0) continue;
      const value = grid.valueOf(variable, draw(count));
      if (value !== undefined) facts.set(variable, value);
    }
    return filled(factsAsJson(facts, variables), 2);
  }

  /** With the facts that no condition reads: the required ones, of the others one in `chance`. */
  function filled(
    facts: Readonly<Record<string, JsonValue>>,
    chance: number,
  ): Readonly<Record<string, JsonValue>> {
    return members(facts, set.facts, chance);
  }

  function members(
    given: Readonly<Record<string, JsonValue>>,
    parts: readonly FactPart[],
    chance: number,
  ): Readonly<Record<string, JsonValue>> {
    const entries = parts.flatMap((part): readonly (readonly [string, JsonValue])[] => {
      const value = Object.hasOwn(given, part.name) ? given[part.name] : undefined;
      if (part.type.kind === "Object" && isRecord(value))
        return [[part.name, members(value, part.parts, chance)]];
      if (value !== undefined && !(Array.isArray(value) && value.length === 0)) return [[part.name, value]];
      const isWanted = part.isRequired || (chance > 0 && draw(chance) > 0);
      return isWanted ? [[part.name, drawnFor(part, chance)]] : [];
    });
    return Object.fromEntries(entries);
  }

  function drawnFor(part: FactPart, chance: number): JsonValue {
    const { type, values, min, max, parts, item } = part;
    if (values !== undefined) return (values[draw(values.length)] ?? null) as JsonValue;
    switch (type.kind) {
      case "List": {
        const one = item ?? { ...part, type: type.item, isRequired: true, parts: [], item: undefined };
        return Array.from({ length: 1 + draw(chance + 1) }, () => drawnFor(one, chance));
      }
      case "Object":
        return members({}, parts, chance);
      case "Yes/No":
        return draw(2) === 1;
      case "Date":
        return "2026-03-02";
      case "DateTime":
        return "2026-03-02T09:30:00";
      case "Time":
        return "09:30:00";
      case "Duration":
        return "01:00:00";
      case "Number":
      case "Decimal":
      case "Percent":
      case "Price":
      case "Progress":
        return near(min ?? 0, max, chance);
      default:
        return text(chance);
    }
  }

  function text(chance: number): string {
    if (chance === 0) return "a";
    const part = texts[draw(texts.length + 2)] ?? "";
    return `${["", "a", "b"][draw(3)]}${part}${["", "a"][draw(2)]}` || "a";
  }

  /** A small number where nothing is left to chance, else one near those that expressions name, or far from them. */
  function near(min: number, max: number | undefined, chance: number): number {
    const named = numbers[draw(numbers.length + 1)] ?? 10 ** draw(6);
    const value = chance === 0 ? 1 : named * (1 + draw(3)) + draw(3) - 1;
    const number = Math.max(min, value);
    return max === undefined ? number : Math.min(number, max);
  }

  /** A whole number from 0 up to but without a limit, the same in each run. */
  function draw(limit: number): number {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return limit < 1 ? 0 : (seed >> 8) % limit;
  }
}

/** The constants of all conditions and formulas, each once. */
function constantsIn({ decisions }: RuleSet): readonly Value[] {
  const expressions = decisions.flatMap(({ body }) =>
    body.kind === "formula"
      ? [body.formula]
      : body.rows.flatMap(({ conditions, outputs }) => [
          ...conditions,
          ...outputs.filter((one) => one !== undefined),
        ]),
  );
  const constants = new Set<Value>();
  for (const { expression } of expressions)
    anyNodeOf(plainTree(expression), (node) => {
      if (node.op === "constant") constants.add(node.value as Value);
      return false;
    });
  return [...constants];
}
