import type { Path } from "@tablewright/core";

/** Rows that a test is to begin with and that cannot be had, in words for the person who wrote the test. */
export class GivenError extends Error {
  readonly path: Path;

  constructor(path: Path, message: string) {
    super(message);
    this.path = path;
  }
}

/** A file of rows that cannot be had, in words for the person who named it; what opens files for tests throws it. */
export class UnreadableRows extends Error {}
