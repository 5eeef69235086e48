import { ReadLost } from "../../storage/index.ts";

/** Runs a call that only reads; again, from its beginning, where the store gave up the read. */
export async function retryOnReplicaLoss<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs++) {
    try {
      return await run();
    } catch (error) {
      if (runs >= MOST_RUNS || !(error instanceof ReadLost)) throw error;
    }
  }
}

const MOST_RUNS = 4;
