/** Which servers and connections are refused, and in which words. */
import { describe, expect, test } from "vitest";
import { readSession, refuseWeakMysql } from "../src/session.ts";

const place = 'The database "shop" at db:3306';

describe("a server", () => {
  const maria = ["10.11.6-MariaDB-log", 1, 0, 0, 1, "fsync", 0];
  const mysql = ["8.0.36", 1, "ON", 1, "ON", "O_DIRECT", 0];
  const changed = (settings: readonly unknown[], at: number, value: unknown) =>
    settings.map((one, position) => (position === at ? value : one));

  test.each([[maria], [mysql], [changed(mysql, 0, "9.1.0")], [changed(maria, 0, "11.4.2-MariaDB")]])(
    "%j is taken",
    (settings) => {
      expect(() => refuseWeakMysql(settings, place, { database: "shop" })).not.toThrow();
    },
  );

  test.each<[readonly unknown[], string]>([
    [
      changed(maria, 0, "10.5.23-MariaDB"),
      "is version 10.5.23-MariaDB; take MariaDB 10.6 or MySQL 8.0.17, or later.",
    ],
    [changed(mysql, 0, "5.7.44"), "is version 5.7.44; take"],
    [
      changed(maria, 1, 2),
      "has innodb_flush_log_at_trx_commit = 2, so changes that were acknowledged may be lost; set it to 1.",
    ],
    [changed(mysql, 3, 0), "has a binary log and sync_binlog = 0"],
    [changed(mysql, 4, "OFF"), "has innodb_doublewrite = OFF"],
    [changed(maria, 5, "nosync"), "has innodb_flush_method = nosync"],
    [changed(mysql, 6, 1), "is read-only: name the primary server."],
  ])("%j is refused", (settings, words) => {
    expect(() => refuseWeakMysql(settings, place, { database: "shop" })).toThrow(`${place} ${words}`);
  });

  test("that may lose changes is taken where that is accepted, but not one that is too old", () => {
    const options = { database: "shop", acceptsLoss: true };
    expect(() => refuseWeakMysql(changed(maria, 1, 0), place, options)).not.toThrow();
    expect(() => refuseWeakMysql(changed(maria, 0, "10.3.1-MariaDB"), place, options)).toThrow("is version");
  });
});

describe("a connection", () => {
  const mode = "PIPES_AS_CONCAT,ANSI_QUOTES,STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES,NO_ENGINE_SUBSTITUTION";
  const session = ["utf8mb4_nopad_bin", mode, "+00:00", 1, 16_777_216];

  test("that has its settings tells what it takes at once", () => {
    expect(readSession(session, place)).toBe(16_777_216);
  });

  test.each<[number, unknown, string]>([
    [0, "utf8mb4_general_ci", "does not keep the settings of a connection"],
    [1, "STRICT_ALL_TABLES", "does not keep the settings of a connection"],
    [2, "SYSTEM", "does not keep the settings of a connection"],
    [4, 1_048_576, "has max_allowed_packet = 1048576; set it to at least 8388608."],
  ])("whose setting %i is %j is refused", (at, value, words) => {
    expect(() => readSession(session.with(at, value as string), place)).toThrow(`${place} ${words}`);
  });
});
