import { CopyLost } from "../../storage/index.ts";

/** Runs a call that only reads; once more, from its beginning, where the copy of the database that it read has gone. */
export async function readingAgain<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CopyLost)) throw error;
    return run();
  }
}
