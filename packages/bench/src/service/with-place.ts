import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningPostgres, startPostgres } from "./start-postgres.ts";
import type { StoreKind } from "./store-kinds.ts";

/** Where the rows of a measurement are. */
export interface Place {
  /** The file, or the address of the database, for the server of a name. */
  address(server: string): string;
  /** Seconds of processor time that a database in processes of its own has used. */
  cpuSeconds(): number;
  /** Lets the database do what it would else do some time later, once the tables are full. */
  settle(): Promise<void>;
}

/** Gives the servers of a measurement a place for their rows, and takes it away again. */
export async function withPlace<T>(kind: StoreKind, work: (place: Place) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-bench-"));
  let postgres: RunningPostgres | undefined;
  try {
    // The folder itself: a parent of it would be closed to the user that PostgreSQL runs as.
    if (kind === "postgres") postgres = await startPostgres(folder);
    return await work({
      address: (server) => postgres?.address ?? join(folder, `${server}.sqlite`),
      cpuSeconds: () => postgres?.cpuSeconds() ?? 0,
      settle: async () => postgres?.settle(),
    });
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
