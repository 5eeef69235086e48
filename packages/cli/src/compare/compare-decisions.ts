import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "@tablewright/core/expression";
import { printTrace } from "@tablewright/core/expression/trace";
import type {
  DecisionContext,
  DecisionResult,
  DecisionTrace,
  Diagnostic,
  ExplainedRow,
  Explanation,
  Rules,
} from "@tablewright/core/rules";

/** How two definitions decide on the same facts. */
export interface Difference {
  /** Where the facts are in their file. */
  readonly where: string;
  readonly facts: JsonValue;
  /** Outputs, `events` and `errors` that are not the same; undefined where one has none. */
  readonly changed: readonly Changed[];
  /** The first decision in which they part; missing where only errors of the facts differ. */
  readonly first?: FirstDifference;
}

export interface Changed {
  readonly name: string;
  readonly old: unknown;
  readonly new: unknown;
}

interface FirstDifference {
  readonly decision: string;
  /** The rows that fired there, as `row 2` or the name of a rule. */
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** The condition or formula that shows why, with the value of each part. */
  readonly part?: string;
}

/**
 * The outcome for one set of facts: `undecided` has the errors of both definitions, which are the same. `unread` are warnings of facts
 * that neither of them has.
 */
type ComparedDecision = { readonly unread: readonly Diagnostic[] } & (
  | { readonly kind: "same" }
  | { readonly kind: "undecided"; readonly errors: readonly string[] }
  | { readonly kind: "different"; readonly difference: Omit<Difference, "where"> }
);

/**
 * Compares what two definitions decide, of the outputs that both have, and of the wanted ones among them where `outputs` names some.
 * Facts on which neither decides anything, for the same errors, are undecided.
 */
export async function compareDecisions(
  old: Rules,
  other: Rules,
  facts: JsonValue,
  context: DecisionContext,
): Promise<ComparedDecision> {
  const [oldContext, newContext] = [wantedOf(old, context), wantedOf(other, context)];
  const before = await old.decideAsync(facts as object, oldContext);
  const after = await other.decideAsync(facts as object, newContext);
  const unknownTo = ({ diagnostics }: DecisionResult) =>
    diagnostics.filter(({ code }) => code === "decision/unknown-fact");
  const unread = unknownTo(before).filter(({ pointer }) =>
    unknownTo(after).some((one) => one.pointer === pointer),
  );
  const common = commonOutputs(old, other, context.outputs);
  const changed = [
    ...common.map((name) => ({ name, old: before.outputs[name], new: after.outputs[name] })),
    { name: "events", old: before.events, new: after.events },
    { name: "errors", old: errorsOf(before), new: errorsOf(after) },
  ].filter((one) => !isDeepStrictEqual(one.old, one.new));
  if (changed.length === 0) {
    const isDecided = before.events.length > 0 || common.some((name) => before.outputs[name] !== undefined);
    const errors = before.diagnostics.filter(({ severity }) => severity === "error");
    return isDecided || errors.length === 0
      ? { kind: "same", unread }
      : { kind: "undecided", unread, errors: errors.map(({ message }) => message) };
  }
  const explained = [
    await old.explainAsync(facts as object, oldContext),
    await other.explainAsync(facts as object, newContext),
  ] as const;
  const first = firstDifference(other, ...explained, new Set(changed.map(({ name }) => name)));
  return {
    kind: "different",
    unread,
    difference: { facts, changed, ...(first === undefined ? {} : { first }) },
  };
}

/** In the order of the old definition. */
export function commonOutputs(old: Rules, other: Rules, wanted?: readonly string[]): readonly string[] {
  return old.names.outputs.filter(
    (name) => other.names.outputs.includes(name) && (wanted?.includes(name) ?? true),
  );
}

/** A definition is asked only for what it has. */
function wantedOf({ names }: Rules, context: DecisionContext): DecisionContext {
  const { outputs } = context;
  if (outputs === undefined) return context;
  return { ...context, outputs: outputs.filter((name) => names.outputs.includes(name)) };
}

/** Without their places in the definitions, which move. */
function errorsOf({ diagnostics }: DecisionResult): readonly object[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.map(({ code, pointer, message }) => ({
    code,
    ...(pointer === undefined ? {} : { pointer }),
    message,
  }));
}

/** By the order of the new definition: a decision comes after those that it reads. */
function firstDifference(
  other: Rules,
  before: Explanation,
  after: Explanation,
  changed: ReadonlySet<string>,
): FirstDifference | undefined {
  for (const { name, outputs } of other.describe()) {
    const one = before.decisions.find(({ decision }) => decision === name);
    const two = after.decisions.find(({ decision }) => decision === name);
    if (two === undefined) continue;
    const isChanged = outputs.some((output) => changed.has(output));
    const sameRows = isDeepStrictEqual(firedIn(one), firedIn(two));
    if (!isChanged && (sameRows || !changed.has("events"))) continue;
    const part = partOf(one, two);
    return { decision: name, old: firedIn(one), new: firedIn(two), ...(part === undefined ? {} : { part }) };
  }
  return undefined;
}

function firedIn(decision: DecisionTrace | undefined): readonly string[] {
  return (decision?.rows ?? []).filter(({ state }) => state === "fired").map(nameOf);
}

function nameOf({ rule, row }: ExplainedRow): string {
  return rule ?? `row ${row}`;
}

/**
 * The condition that was TRUE in one definition and not in the other: of the first row, by its name, that fired in only one of
 * them. Of a formula the formula.
 */
function partOf(old: DecisionTrace | undefined, other: DecisionTrace): string | undefined {
  if (other.formula !== undefined) return printTrace(other.formula);
  const fired = [...firedIn(other), ...firedIn(old)].find(
    (name) => firedIn(other).includes(name) !== firedIn(old).includes(name),
  );
  for (const [side, decision] of [
    ["old", old],
    ["new", other],
  ] as const) {
    const row = decision?.rows?.find((one) => nameOf(one) === fired && one.state === "not matched");
    const last = row?.conditions.at(-1);
    if (last !== undefined) return `${side}, ${fired}: ${printTrace(last)}`;
  }
  return undefined;
}
