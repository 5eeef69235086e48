import { diagnoseExpression } from "./diagnose.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { type SuggestionBudget, suggest } from "./suggest.ts";

/**
 * The errors and warnings of work on input of any size: the first of each are listed, the others counted, and the last
 * diagnostic says how many those are. Lists that were closed so can be joined.
 */
export class DiagnosticList {
  readonly #listed: Diagnostic[] = [];
  readonly #counts = { error: 0, warning: 0 };
  #isStopped = false;
  #suggestions = 0;
  readonly #suggesting: SuggestionBudget = { steps: MOST_STEPS };
  readonly #most: Counts;

  constructor(diagnostics: readonly Diagnostic[] = [], most: Counts = OF_A_CALL) {
    this.#most = most;
    this.addAll(diagnostics);
  }

  add(diagnostic: Diagnostic): void {
    const { code, severity, more } = diagnostic;
    if (code === "limit/errors" || code === "limit/warnings") {
      this.#counts[severity] += more ?? 0;
      this.#isStopped ||= more === undefined;
      return;
    }
    this.#counts[severity] += 1;
    if (this.#counts[severity] <= this.#most[severity]) this.#listed.push(diagnostic);
  }

  addAll(diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) this.add(diagnostic);
  }

  /** Adds a warning, or counts it without having it worded. */
  warn(describe: () => Diagnostic): void {
    if (this.#counts.warning < this.#most.warning) this.add(describe());
    else this.#counts.warning += 1;
  }

  /** Whether no further error is listed, so that it is not worth looking for one. */
  get isFull(): boolean {
    return this.#counts.error >= this.#most.error;
  }

  /** Notes that the rest of the input is not looked at, so that the number of errors is unknown. */
  stop(): void {
    this.#isStopped = true;
  }

  /** The candidate that a misspelt name most likely meant; it is looked up only for the first few names. */
  suggest(name: string, candidates: Iterable<string>): string | undefined {
    this.#suggestions += 1;
    return this.#suggestions > MOST_SUGGESTIONS ? undefined : suggest(name, candidates, this.#suggesting);
  }

  /** What is listed, in the order in which it was added, and what is said of the others. */
  get all(): readonly Diagnostic[] {
    const { error, warning } = this.#counts;
    const most = this.#most;
    const all = [...this.#listed];
    if (this.#isStopped) all.push(moreErrors(undefined, most.error));
    else if (error > most.error) all.push(moreErrors(error - most.error, most.error));
    if (warning > most.warning) all.push(moreWarnings(warning - most.warning));
    return all;
  }
}

/** What several pieces of work reported, one after the other, as one list. */
export function joinDiagnostics(...lists: readonly (readonly Diagnostic[])[]): readonly Diagnostic[] {
  let only = NONE;
  for (const list of lists) {
    if (list.length === 0) continue;
    if (only.length > 0) return new DiagnosticList(lists.flat()).all;
    only = list;
  }
  return only;
}

const NONE: readonly Diagnostic[] = [];

/** Whether so much is wrong that the rest was not looked at, or need not be. */
export function isFull(diagnostics: readonly Diagnostic[], most: Counts = OF_A_CALL): boolean {
  return diagnostics.length >= most.error && new DiagnosticList(diagnostics, most).isFull;
}

function moreErrors(more: number | undefined, limit: number): Diagnostic {
  return {
    ...diagnoseExpression("limit/errors", { limit, more }),
    ...(more === undefined ? {} : { more }),
  };
}

function moreWarnings(more: number): Diagnostic {
  return { ...diagnoseExpression("limit/warnings", { more }), more };
}

/** How many errors and how many warnings are listed. */
export type Counts = Readonly<Record<Diagnostic["severity"], number>>;

/** The errors, and the warnings, that a call answers with. */
const MOST_LISTED = 100;

const OF_A_CALL: Counts = { error: MOST_LISTED, warning: MOST_LISTED };

/** Every error, for work whose rows are bounded and refused one by one; only warnings are counted. */
export const EVERY_ERROR: Counts = { error: Number.POSITIVE_INFINITY, warning: 0 };

/** Fifty diagnostics with the two that count the others. */
export const OF_AN_EXPRESSION: Counts = { error: 40, warning: 8 };

const MOST_SUGGESTIONS = 20;

/** Some ten milliseconds for the suggestions of a call together. */
const MOST_STEPS = 1_000_000;
