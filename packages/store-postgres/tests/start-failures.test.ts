/** Databases that cannot be served from: one line for a person, and an exit code. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { describeStartFailures, startFailure } from "../../cli/tests/describe-start-failures.ts";
import { postgresStore } from "../src/index.ts";
import { PostgresError } from "../src/postgres-error.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

test.skipIf(server === "")("a schema of another version is refused", async () => {
  const { options, release } = temporarySchema();
  const age = (versions: number) =>
    ask(`update "${options.schema}".tablewright_store set version = version - ${versions}`);
  await (await postgresStore(options)).close();
  await age(1);
  try {
    await expect(postgresStore(options)).rejects.toThrow("was made by another version of Tablewright");
  } finally {
    await age(-1); // another test is given the schema
    await release();
  }
});

describe.skipIf(server === "")("a database that cannot be served from ends the start in one line:", () => {
  describeStartFailures(server, [
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
    ["a port where no server listens", { port: "1" }, {}, "cannot be reached (ECONNREFUSED)."],
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
  ]);

  test("a server that speaks another protocol", async () => {
    const web = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => web.once("listening", resolve));
    const url = Object.assign(new URL(server), { port: String((web.address() as AddressInfo).port) });
    expect(await startFailure(url)).toContain("has broken off the connection, or gives none (");
    web.close();
  });

  test("a user who may not make tables", async () => {
    const user = `guest_${crypto.randomUUID().slice(0, 8)}`;
    await ask(`create role ${user} login password 'guest'`);
    const url = Object.assign(new URL(server), { username: user, password: "guest" });
    url.searchParams.set("schema", user);
    expect(await startFailure(url)).toContain(
      'does not allow this user what it takes to keep tables: grant it "create" on the database, or on the schema that is ours, or only read with --read-only (42501).',
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
