/** Databases that cannot be served from: one line for a person, and an exit code. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { capture } from "../../cli/tests/capture.ts";
import { definitionOf, folderOf } from "../../cli/tests/folder.ts";
import { PostgresError } from "../src/postgres-error.ts";
import { ask, server } from "./temporary-schema.ts";

const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");

describe.skipIf(server === "")("a database that cannot be served from ends the start in one line:", () => {
  test.each<[string, Partial<URL>, Readonly<Record<string, string>>, string]>([
    [
      "no password",
      { password: "" },
      {},
      "does not let this user in: look at the user's name, the password and pg_hba.conf (28P01).",
    ],
    [
      "a wrong password",
      { password: "wrong" },
      {},
      "does not let this user in: look at the user's name, the password and pg_hba.conf (28P01).",
    ],
    [
      "an unknown user",
      { username: "stranger" },
      {},
      "does not let this user in: look at the user's name, the password and pg_hba.conf (28P01).",
    ],
    [
      "a database that is not there",
      { pathname: "/nowhere" },
      {},
      "does not exist: create the database first (3D000).",
    ],
    ["an unknown host", { hostname: "nowhere.invalid" }, {}, "cannot be reached ("],
    ["a port that nobody listens on", { port: "1" }, {}, "cannot be reached (ECONNREFUSED)."],
    [
      "no encryption",
      {},
      { sslmode: "verify-full" },
      "does not encrypt connections, and the address asks for that: leave sslmode out, or let the server encrypt.",
    ],
    [
      "a file that is not there",
      {},
      { sslrootcert: "/no/such/file" },
      "The address of the database cannot be used: ENOENT: no such file or directory, open '/no/such/file'.",
    ],
    [
      "settings that lose what was acknowledged",
      {},
      { accepts_loss: "false" },
      'has synchronous_commit = off, so changes that were acknowledged may be lost; set it to "on".',
    ],
    [
      "a session that takes no writes",
      {},
      { options: "-c default_transaction_read_only=on", schema: "none" },
      "takes no writes, and has no tables of ours yet: serve the application on the primary server first.",
    ],
    [
      "an unknown parameter of the server",
      {},
      { options: "-c nonsense=on" },
      'gives no connection (unrecognized configuration parameter "nonsense").',
    ],
    [
      "an unreadable switch",
      {},
      { prepare: "no" },
      "The address of the database has prepare=no; it takes true or false.",
    ],
  ])("%s", async (_, change, parameters, words) => {
    const url = Object.assign(new URL(server), change);
    for (const [name, value] of Object.entries({ accepts_loss: "true", ...parameters }))
      url.searchParams.set(name, value);
    expect(await lineOf(url)).toContain(words);
  });

  test("a server that speaks another protocol", async () => {
    const web = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => web.once("listening", resolve));
    const url = Object.assign(new URL(server), { port: String((web.address() as AddressInfo).port) });
    expect(await lineOf(url)).toContain("has broken off the connection, or gives none (");
    web.close();
  });

  test("a user who may not make tables", async () => {
    const user = `guest_${crypto.randomUUID().slice(0, 8)}`;
    await ask(`create role ${user} login password 'guest'`);
    const url = Object.assign(new URL(server), { username: user, password: "guest" });
    url.searchParams.set("schema", user);
    expect(await lineOf(url)).toContain(
      "does not allow this user what it takes to keep tables: grant it the schema (42501).",
    );
    await ask(`drop role ${user}`);
  });

  test("no password where it is not sent in the clear", () => {
    const thrown = new Error("SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string");
    expect(PostgresError.of(thrown, "The database")).toMatchObject({
      message: "The database asks for a password, and there is none: write it into the address.",
    });
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
