/** Addresses, and what of them is for the driver. */
import { describe, expect, test } from "vitest";
import { readPostgresAddress } from "../src/postgres-options.ts";

const plain = "postgres://ann:secret@db:5432/shop";

describe("an address", () => {
  test.each([
    [plain, { connectionString: plain }],
    [`${plain}?accepts_loss=true`, { connectionString: plain, acceptsLoss: true }],
    [
      `${plain}?read=postgres://ben@other/shop&read_lag=500`,
      { connectionString: plain, read: { connectionString: "postgres://ben@other/shop" }, readLag: 500 },
    ],
    [`${plain}?prepare=false`, { connectionString: plain, prepare: false }],
    [`${plain}?schema=Shop`, { connectionString: plain, schema: "Shop" }],
    [`${plain}?pool=20&sslmode=require`, { connectionString: `${plain}?sslmode=require`, max: 20 }],
    [
      `${plain}?statement_timeout=0&connection_timeout=500&check_timeout=9000&pool=1`,
      {
        connectionString: plain,
        statement_timeout: 0,
        connectionTimeoutMillis: 500,
        checkTimeout: 9_000,
        max: 1,
      },
    ],
  ])("%s", (address, options) => {
    expect(readPostgresAddress(address)).toEqual(options);
  });

  test.each(["prepare=no", "prepare=", "accepts_loss=1"])(
    "with %s is refused, and its password is not shown",
    (parameter) => {
      const refused = () => readPostgresAddress(`${plain}?${parameter}`);
      expect(refused).toThrow(`has ${parameter}; it takes true or false`);
      expect(refused).not.toThrow("secret");
    },
  );

  test.each([
    "pool=0",
    "pool=",
    "pool=many",
    "read_lag=soon",
    "pool=-1",
    "statement_timeout=1.5",
    "connection_timeout=9999999999",
    "check_timeout=0",
  ])("with %s is refused, and its password is not shown", (parameter) => {
    const refused = () => readPostgresAddress(`${plain}?${parameter}`);
    expect(refused).toThrow(`has ${parameter}; it takes a whole number of at least`);
    expect(refused).not.toThrow("secret");
  });
});
