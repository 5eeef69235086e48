/** Stores that cannot be served from: one line for a person, and an exit code. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";

/** What is the matter, what it changes in the address, the parameters it adds, and words of the line. */
type StartFailure = readonly [
  name: string,
  change: Partial<URL>,
  parameters: Readonly<Record<string, string>>,
  words: string,
];

/** A test for each failure of a start on the server at an address. */
export function describeStartFailures(server: string, failures: readonly StartFailure[]): void {
  test.each(failures)("%s", async (_, change, parameters, words) => {
    const url = Object.assign(new URL(server), change);
    for (const [name, value] of Object.entries({ accepts_loss: "true", ...parameters }))
      url.searchParams.set(name, value);
    expect(await startFailure(url)).toContain(words);
  });
}

/** The one line that `serve` ends with on a store; `serve --check` ends with the same. */
export async function startFailure(store: URL): Promise<string> {
  const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");
  const options = [file, "--store", store.href, "--port", "0", "--allow-plain-keys"];
  const served = await capture("serve", ...options);
  const checked = await capture("serve", "--check", ...options);
  expect([served.code, checked.code]).toEqual([1, 1]);
  const [line = "", ...more] = served.err
    .trimEnd()
    .split("\n")
    .filter((one) => !one.includes("warning: "));
  expect(more).toEqual([]);
  expect(checked.err).toContain(line);
  if (store.password !== "") expect(line).not.toContain(decodeURIComponent(store.password));
  return line;
}
