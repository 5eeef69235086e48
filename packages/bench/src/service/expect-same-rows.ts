import { Agent } from "node:http";
import { ask, type MakeRequest } from "./drive.ts";
import type { ServerProcess } from "./server-process.ts";

/** A server, what it is asked, and how its answer holds the rows. */
interface Asked {
  readonly server: ServerProcess;
  readonly makeRequest: MakeRequest;
  readonly rowsOf: (answer: never) => readonly object[];
}

/**
 * Throws unless both servers answer the request number `at` with the same rows in the same order, in every column
 * that the second one has. Dates and numbers may be written differently.
 */
export async function expectSameRows(ours: Asked, other: Asked, at = 0): Promise<void> {
  const [answered, expected] = await Promise.all([rowsFrom(ours, at), rowsFrom(other, at)]);
  const columns = Object.keys(expected[0] ?? {});
  const [first, second] = [answered, expected].map((rows) => rows.map((row) => cellsOf(row, columns)));
  const different = second?.findIndex((row, index) => row !== first?.[index]) ?? -1;
  if (first?.length !== second?.length || different >= 0) {
    throw new Error(
      `The answers differ: ${first?.length} and ${second?.length} rows; ${first?.[different]} and ${second?.[different]}.`,
    );
  }
}

/** As the record web API and the floor answer. */
export const rowsMember = ({ Rows }: { readonly Rows: readonly object[] }): readonly object[] => Rows;

async function rowsFrom({ server, makeRequest, rowsOf }: Asked, at: number): Promise<readonly object[]> {
  const agent = new Agent();
  return rowsOf(JSON.parse(await ask(agent, server.port, ...makeRequest(at))) as never);
}

function cellsOf(row: object, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => plain((row as Record<string, unknown>)[column])));
}

/** Numbers to the cent, dates as ISO text. */
function plain(cell: unknown): unknown {
  const american = typeof cell === "string" ? /^(\d\d)\/(\d\d)\/(\d{4})$/u.exec(cell) : null;
  if (american !== null) return `${american[3]}-${american[1]}-${american[2]}`;
  const number = cell === "" || cell === null ? Number.NaN : Number(cell);
  return Number.isNaN(number) ? cell : Math.round(number * 100) / 100;
}
