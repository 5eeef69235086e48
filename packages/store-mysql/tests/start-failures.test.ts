/** Databases that cannot be served from: one line for a person, and an exit code. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { capture } from "../../cli/tests/capture.ts";
import { definitionOf, folderOf } from "../../cli/tests/folder.ts";
import { server } from "./temporary-database.ts";

const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");

describe.skipIf(server === "")("a database that cannot be served from ends the start in one line:", () => {
  test.each<[string, Partial<URL>, Readonly<Record<string, string>>, string]>([
    [
      "a wrong password",
      { password: "wrong" },
      {},
      "does not let this user in: look at the user's name, host and password (ER_ACCESS_DENIED_ERROR).",
    ],
    [
      "a database that is not there",
      { pathname: "/nowhere" },
      {},
      "does not exist: create the database first (ER_BAD_DB_ERROR).",
    ],
    [
      "no database",
      { pathname: "" },
      {},
      'The address of the database is not understood; write it like "mysql://user:password@host:3306/database"',
    ],
    ["an unknown host", { hostname: "nowhere.invalid" }, {}, "cannot be reached, or does not answer ("],
    [
      "a port that nobody listens on",
      { port: "1" },
      {},
      "cannot be reached, or does not answer (ECONNREFUSED).",
    ],
    ["no encryption", {}, { ssl: "true" }, "gives none (HANDSHAKE_NO_SSL_SUPPORT)."],
    [
      "settings that lose what was acknowledged",
      {},
      { accepts_loss: "false" },
      "has innodb_flush_log_at_trx_commit = 0, so changes that were acknowledged may be lost; set it to 1.",
    ],
    [
      "an unreadable switch",
      {},
      { ssl: "no" },
      "The address of the database has ssl=no; it takes true or unverified.",
    ],
    [
      "a pool of one",
      {},
      { pool: "1" },
      "The address of the database has pool=1; it takes a whole number of at least 2.",
    ],
  ])("%s", async (_, change, parameters, words) => {
    const url = Object.assign(new URL(server), change);
    for (const [name, value] of Object.entries({ accepts_loss: "true", ...parameters }))
      url.searchParams.set(name, value);
    expect(await lineOf(url)).toContain(words);
  });
});

/** What `serve` says of a store; `serve --check` says the same. */
async function lineOf(store: URL): Promise<string> {
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
