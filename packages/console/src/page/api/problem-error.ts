/** One error of an answer, at its row and column where it has one. */
export interface CellProblem {
  readonly code: string;
  readonly message: string;
  /** From 1, within the rows that were sent. */
  readonly row?: number;
  readonly column?: string;
  readonly key?: string;
  /** Within a Selector, in UTF-16 units. */
  readonly start?: number;
  readonly end?: number;
}

/** What the service answers in place of rows: `application/problem+json`. */
export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly code: string;
  readonly traceId?: string;
  readonly errors?: readonly CellProblem[];
}

/** A call that was not carried out; `message` is what the service says of it. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = "ProblemError";
    this.problem = problem;
  }

  get errors(): readonly CellProblem[] {
    return this.problem.errors ?? [];
  }
}
