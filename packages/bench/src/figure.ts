/** One thing measured once: how many times what it is compared with. */
export interface Figure {
  readonly name: string;
  readonly ratio: number;
  /** For orientation only: what was measured and what it was compared with, in milliseconds. */
  readonly milliseconds?: readonly [measured: number, reference: number];
}

/** What a measuring process is given. */
export interface Task {
  /** Rows of the people table. */
  readonly rows: number;
  /** Milliseconds to spend on each of the things compared. */
  readonly patience: number;
  /** Which of several alike, such as the name of a condition. */
  readonly of?: string;
}

/** Measures in a process of its own, so that nothing that ran before is in the way. */
export type Measure = (task: Task) => readonly Figure[] | Promise<readonly Figure[]>;
