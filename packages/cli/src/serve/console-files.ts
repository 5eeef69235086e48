import type { ConsoleFiles } from "@tablewright/http";

/** The built console, where it is wanted; undefined where there is none, as in sources that were not built. */
export async function consoleFiles(isWanted: boolean): Promise<ConsoleFiles | undefined> {
  if (!isWanted) return undefined;
  const { readConsole } = await import("@tablewright/console"); // which other starts do without
  return readConsole();
}
