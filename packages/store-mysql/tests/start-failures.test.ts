/** Databases that cannot be served from: one line for a person, and an exit code. */
import { describe } from "vitest";
import { describeStartFailures } from "../../cli/tests/describe-start-failures.ts";
import { server } from "./temporary-database.ts";

describe.skipIf(server === "")("a database that cannot be served from ends the start in one line:", () => {
  describeStartFailures(server, [
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
      "a port where no server listens",
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
  ]);
});
