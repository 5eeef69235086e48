import type { ConsoleFiles } from "@tablewright/http";

/** The built console, where it is wanted. In sources that were not built, a page in its place says how to build it. */
export async function consoleFiles(isWanted: boolean): Promise<ConsoleFiles | undefined> {
  if (!isWanted) return undefined;
  const { readConsole } = await import("@tablewright/console"); // which other starts do without
  return (await readConsole()) ?? new Map([["index.html", NOT_BUILT]]);
}

const NOT_BUILT = {
  type: "text/plain; charset=utf-8",
  bytes: Buffer.from(
    "The console is not built. Run this in the repository, and start the server again:\n\n" +
      "  node packages/tooling/build-console-if-needed.mjs\n",
  ),
};
