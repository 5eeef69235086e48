import { dirname, resolve } from "node:path";
import type { LoadRow } from "@tablewright/core";
import { type OpenGiven, UnreadableRows } from "@tablewright/rule-tests";
import { openSourceFile } from "../files/open-source-file.ts";
import { FileError } from "../files/source-file.ts";
import { loadSourceOf } from "../import/load-source-of.ts";

/** Opens a file of rows that tests name, looked for from where they stand. */
export const openGiven: OpenGiven = async (table, name, from) => {
  try {
    const file = await openSourceFile(resolve(dirname(from ?? "."), name), table);
    const source = loadSourceOf(table, file, { map: new Map(), unguards: false, stopped: NEVER });
    return { ...source, rows: readRows(source.rows) };
  } catch (thrown) {
    throw asUnreadable(thrown);
  }
};

const NEVER = new AbortController().signal;

async function* readRows(rows: AsyncIterable<readonly LoadRow[]>): AsyncGenerator<readonly LoadRow[]> {
  try {
    yield* rows;
  } catch (thrown) {
    throw asUnreadable(thrown);
  }
}

function asUnreadable(thrown: unknown): unknown {
  return thrown instanceof FileError ? new UnreadableRows(thrown.message) : thrown;
}
