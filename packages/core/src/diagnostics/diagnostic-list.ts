import { type Diagnostic, diagnose } from "./diagnostic.ts";
import { suggest } from "./suggest.ts";

/**
 * The errors and warnings of work on input of any size: the first of each are listed, the others counted, and the last
 * diagnostic says how many those are. Lists that were closed so can be joined.
 */
export class DiagnosticList {
  readonly #listed: Diagnostic[] = [];
  readonly #counts = { error: 0, warning: 0 };
  #isStopped = false;
  #suggestions = 0;

  constructor(diagnostics: readonly Diagnostic[] = []) {
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
    if (this.#counts[severity] <= MOST_LISTED) this.#listed.push(diagnostic);
  }

  addAll(diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) this.add(diagnostic);
  }

  /** Adds a warning, or counts it without having it worded. */
  warn(describe: () => Diagnostic): void {
    if (this.#counts.warning < MOST_LISTED) this.add(describe());
    else this.#counts.warning += 1;
  }

  /** Whether no further error is listed, so that it is not worth looking for one. */
  get isFull(): boolean {
    return this.#counts.error >= MOST_LISTED;
  }

  /** Notes that the rest of the input is not looked at, so that nobody knows how many errors there are. */
  stop(): void {
    this.#isStopped = true;
  }

  /** The candidate that a misspelt name most likely meant; it is sought for the first few names alone. */
  suggest(name: string, candidates: Iterable<string>): string | undefined {
    this.#suggestions += 1;
    return this.#suggestions > MOST_SUGGESTIONS ? undefined : suggest(name, candidates);
  }

  /** What is listed, in the order in which it was added, and what is said of the others. */
  get all(): readonly Diagnostic[] {
    const { error, warning } = this.#counts;
    return [
      ...this.#listed,
      ...(this.#isStopped
        ? [moreErrors(undefined)]
        : error > MOST_LISTED
          ? [moreErrors(error - MOST_LISTED)]
          : []),
      ...(warning > MOST_LISTED ? [moreWarnings(warning - MOST_LISTED)] : []),
    ];
  }

  /** How far the list has come, for `rewind`. */
  mark(): DiagnosticMark {
    return { ...this.#counts, listed: this.#listed.length, isStopped: this.#isStopped };
  }

  /** Takes back what was added since `mark`, for work that is done once more. */
  rewind({ listed, error, warning, isStopped }: DiagnosticMark): void {
    this.#listed.length = listed;
    this.#counts.error = error;
    this.#counts.warning = warning;
    this.#isStopped = isStopped;
  }
}

interface DiagnosticMark {
  readonly listed: number;
  readonly error: number;
  readonly warning: number;
  readonly isStopped: boolean;
}

/** Whether so much is wrong that the rest was not looked at, or need not be. */
export function isFull(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.length >= MOST_LISTED && new DiagnosticList(diagnostics).isFull;
}

function moreErrors(more: number | undefined): Diagnostic {
  return {
    ...diagnose("limit/errors", { limit: MOST_LISTED, more }),
    ...(more === undefined ? {} : { more }),
  };
}

function moreWarnings(more: number): Diagnostic {
  return { ...diagnose("limit/warnings", { more }), more };
}

/** The errors, and the warnings, that a call is told of. */
const MOST_LISTED = 100;

const MOST_SUGGESTIONS = 20;
