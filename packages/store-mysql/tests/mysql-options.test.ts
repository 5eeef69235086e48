/** Addresses, and what is refused of them. */
import { describe, expect, test } from "vitest";
import { readMysqlAddress } from "../src/mysql-options.ts";

const plain = "mysql://ann:p%40ss@db:3307/shop";
const options = { host: "db", port: 3307, user: "ann", password: "p@ss", database: "shop" };

describe("an address", () => {
  test.each([
    [plain, options],
    ["mariadb://ann:p%40ss@db/shop", { ...options, port: 3306 }],
    ["mysql://ann:p%40ss@[::1]:3307/shop", { ...options, host: "::1" }],
    [`${plain}?accepts_loss=true&ssl=true`, { ...options, acceptsLoss: true, ssl: {} }],
    [`${plain}?ssl=unverified`, { ...options, ssl: { rejectUnauthorized: false } }],
    [
      `${plain}?statement_timeout=0&connection_timeout=500&check_timeout=9000&pool=2`,
      { ...options, statementTimeout: 0, connectionTimeout: 500, checkTimeout: 9_000, pool: 2 },
    ],
  ])("%s", (address, expected) => {
    expect(readMysqlAddress(address)).toEqual(expected);
  });

  test.each([
    ["?pool=1", "has pool=1; it takes a whole number of at least 2."],
    ["?statement_timeout=1.5", "has statement_timeout=1.5; it takes a whole number of at least 0."],
    ["?ssl=maybe", "has ssl=maybe; it takes true or unverified."],
    ["?schema=x", 'has a parameter "schema"; it takes pool, statement_timeout'],
  ])("with %s is refused, and its password is not shown", (ending, sentence) => {
    const refused = () => readMysqlAddress(`${plain}${ending}`);
    expect(refused).toThrow(sentence);
    expect(refused).not.toThrow("p@ss");
  });

  test.each(["mysql://ann:secret@db", "mysql://ann:sec ret@d b/x", "mysql:"])(
    "%s is not understood",
    (address) => {
      expect(() => readMysqlAddress(address)).toThrow(
        'write it like "mysql://user:password@host:3306/database"',
      );
      expect(() => readMysqlAddress(address)).not.toThrow("sec");
    },
  );
});
