import {
  anyNodeOf,
  findConstant,
  Meter,
  mapTree,
  type Node,
  type RequestContext,
  RowTable,
  writeJson,
} from "../../expression/parts.ts";
import { children } from "../../expression/tree/walk.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import type { Effort } from "./find-uncovered.ts";
import { type Cell, Grid } from "./grid.ts";
import { setOfEqual } from "./value-set.ts";
import { type DomainOf, isFact, type Variable, Variables } from "./variables.ts";

/** Values of variables, by their positions. */
export type Facts = ReadonlyMap<number, Value>;

/** The facts of a point of a cell: the first value of each variable that can be named; undefined where one cannot. */
export function factsIn(cell: Cell, grid: Grid, variables: Variables): Facts | undefined {
  const facts = new Map<number, Value>();
  for (const [variable, { isFact: isGiven }] of variables.all.entries()) {
    if (!isGiven) continue;
    const value = firstValue(variable, cell, grid);
    if (value === undefined) return undefined;
    facts.set(variable, value);
  }
  return isConsistent(facts, variables) ? facts : undefined;
}

function firstValue(variable: number, cell: Cell, grid: Grid): Value | undefined {
  const spans = cell[variable] ?? grid.all(variable);
  for (let at = 0; at < spans.length; at += 2)
    for (let atom = spans[at] as number; atom < (spans[at + 1] as number); atom++) {
      const value = grid.valueOf(variable, atom);
      if (value !== undefined) return value;
    }
  return undefined;
}

/** A row that nothing refers to has no cells. */
function isConsistent(facts: Facts, variables: Variables): boolean {
  return [...facts].every(([variable, value]) => {
    const node = variables.all[variable]?.node;
    if (node?.op !== "dereference" || value === null) return true;
    const ref = variables.find(node.ref);
    return ref === undefined || facts.get(ref) !== null;
  });
}

/**
 * What the evaluator makes of a node of a plain tree where the facts hold; undefined where they do not decide it: it reads something
 * else of rows, of other tables or of the call, or fails.
 */
export function evaluateOn(
  node: Node,
  facts: Facts,
  variables: Variables,
  locale: string,
): { readonly value: Value } | undefined {
  const given = mapTree(
    node,
    (part) => {
      const variable = isFact(part) ? variables.find(part) : undefined;
      const value = variable === undefined ? undefined : facts.get(variable);
      const { type, start, end } = part;
      return value === undefined ? part : { op: "constant", value, type, start, end };
    },
    (part) => !isFact(part),
  );
  if (anyNodeOf(given, readsCall)) return undefined;
  const found = findConstant(given, contextIn(locale));
  return typeof found === "string" ? undefined : found;
}

function readsCall(node: Node): boolean {
  return node.op === "parameter" || (node.op === "call" && !node.definition.isDetermined);
}

/** A request of which only the Locale and the budget are read. */
function contextIn(locale: string): RequestContext {
  return {
    now: 0,
    utcNow: 0,
    timeZone: "UTC",
    timeZoneName: "UTC",
    locale,
    location: "0.000000, 0.000000",
    user: { email: null, name: null, role: null },
    settings: new Map(),
    parameters: new Map(),
    inputs: new Map(),
    random: () => 0,
    rowsOf: (name) => new RowTable([], { name, columns: [], key: [], rowNumberIndex: 0 }),
    meter: new Meter(),
  };
}

/** Facts as JSON: an object for each row that a row refers to. */
export function factsAsJson(facts: Facts, { all }: Variables): Readonly<Record<string, JsonValue>> {
  const json: Record<string, JsonValue> = {};
  for (const [variable, value] of facts) {
    const { path, node } = all[variable] as Variable;
    let inner = json;
    for (const name of path.slice(0, -1)) inner = innerOf(inner, name);
    put(inner, path.at(-1) ?? "", writeJson(value, node.type));
  }
  return json;
}

/** A Ref that is given itself, and rows of which cells are given, do not fit into one object: the cells are shown. */
function innerOf(json: Record<string, JsonValue>, name: string): Record<string, JsonValue> {
  const existing = Object.hasOwn(json, name) ? json[name] : undefined;
  if (typeof existing === "object" && existing !== null && !Array.isArray(existing))
    return existing as Record<string, JsonValue>;
  const made: Record<string, JsonValue> = {};
  put(json, name, made);
  return made;
}

/** Sets a member of any name, "__proto__" too. */
function put(json: Record<string, JsonValue>, name: string, value: JsonValue): void {
  const existing = Object.hasOwn(json, name) ? json[name] : undefined;
  if (typeof existing === "object" && existing !== null) return;
  Object.defineProperty(json, name, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * Facts, none of them blank, for which a part is blank and no condition is TRUE, such as a divisor of 0; undefined where none of those
 * that are tried is such. All are plain trees.
 */
export function findUnmetBlank(
  part: Node,
  conditions: readonly Node[],
  { domainOf, locale, always = [] }: AnalysisSetting,
): CounterExample | undefined {
  const variables = new Variables(domainOf);
  const read = factsOf(part);
  for (const node of [...always, ...read, ...conditions.flatMap(factsOf)]) variables.indexOf(node);
  const choices = choicesOf(variables);
  if (read.length === 0 || choices.some((values) => values.length === 0)) return undefined;
  for (const facts of combinations(choices)) {
    const value = (node: Node) => evaluateOn(node, facts, variables, locale);
    const found = value(part);
    if (found === undefined || found.value !== null) continue;
    const holds = conditions.map(value);
    if (holds.every((one) => one !== undefined && one.value !== true)) return factsAsJson(facts, variables);
  }
  return undefined;
}

/** The facts that a part reads; what is read of one through a field is a fact itself. */
function factsOf(node: Node): readonly Node[] {
  return isFact(node) ? [node] : [...children(node)].flatMap(factsOf);
}

/** Some values of each variable, and 0 among those of a number; the bounds of its domain count. */
function choicesOf(variables: Variables): readonly (readonly Value[])[] {
  const { all } = variables;
  const boxes = all.flatMap(({ family }, variable) => {
    const zero = family === "number" ? setOfEqual(0, family) : undefined;
    return zero === undefined ? [] : [new Map([[variable, zero]])];
  });
  const grid = new Grid(all, boxes);
  return all.map(({ isFact: isGiven }, variable) => {
    const [from = 0, to = 0] = isGiven ? grid.all(variable) : [];
    const values: Value[] = [];
    for (let atom = from; atom < to && values.length < MOST_VALUES; atom++) {
      const value = grid.valueOf(variable, atom);
      if (value !== undefined && value !== null && !Array.isArray(value)) values.push(value);
    }
    return values;
  });
}

const MOST_VALUES = 3;

/** Sets of facts that are tried. */
const MOST_TRIED = 256;

function* combinations(choices: readonly (readonly Value[])[]): Generator<Facts> {
  const at = choices.map(() => 0);
  for (let tried = 0; tried < MOST_TRIED; tried++) {
    yield new Map(choices.map((values, variable) => [variable, values[at[variable] as number] as Value]));
    let next = 0;
    while (next < at.length && ++(at[next] as number) === choices[next]?.length) at[next++] = 0;
    if (next === at.length) return;
  }
}

/** Facts by the names of their variables: the values that make a finding true. */
export type CounterExample = Readonly<Record<string, JsonValue>>;

/** What an analysis knows of the parts that conditions read, and where it reads texts of a Locale. */
export interface AnalysisSetting {
  readonly domainOf?: DomainOf;
  readonly locale: string;
  /** What the searches may spend together; about a second for each list where it is left out. */
  readonly effort?: Effort;
  /** Parts that every example gives a value, whether a condition reads them or not. */
  readonly always?: readonly Node[];
}
