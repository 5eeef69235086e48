import { checkOptions, type OptionsOf, suggest } from "../../diagnostics/index.ts";
import { defaultLimits } from "../runtime/limits.ts";
import type { EvaluationContext } from "./evaluation-context.ts";

/** The members of a context that all rows of a call have in common. */
export const SHARED_CONTEXT: OptionsOf<Omit<EvaluationContext, "row" | "before">> = {
  tables: true,
  now: true,
  timezone: true,
  locale: true,
  location: true,
  user: true,
  settings: true,
  parameters: true,
  inputs: true,
  random: true,
  after: true,
  clock: true,
  limits: true,
};

/** The members of a context for one row. */
export const ROW_CONTEXT: OptionsOf<EvaluationContext> = { ...SHARED_CONTEXT, row: true, before: true };

/**
 * Throws a TypeError for a member that is none of those that are known, and for a limit that there is not. What the members hold is
 * checked when an evaluation reads it.
 */
export function checkContext(context: object, known: Readonly<Record<string, unknown>>): void {
  if (typeof context !== "object" || context === null) return;
  for (const name in context) if (known[name] !== true) refuse(name, known);
  const { limits } = context as EvaluationContext;
  if (typeof limits === "object" && limits !== null) checkOptions('"limits" of the context', limits, LIMITS);
}

function refuse(name: string, known: Readonly<Record<string, unknown>>): never {
  const meant = suggest(name, Object.keys(known));
  const columns = known.row === true ? '; put columns into "row": { row: { … } }' : "";
  const hint = meant === undefined ? `${columns}.` : `. Did you mean "${meant}"?`;
  throw new TypeError(`The context has no member "${name}"${hint}`);
}

const LIMITS = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, true])) as OptionsOf<
  NonNullable<EvaluationContext["limits"]>
>;
