import { expect, test } from "vitest";
import { MysqlError, mysqlViolation } from "../mysql-error.ts";

test.each([
  [1062, "Duplicate entry 'one@example.com' for key 'email'", "unique", "email", ["email"]],
  [1062, "Duplicate entry 'it''s' for key 'store.email'", "unique", "email", ["email"]],
  [
    1452,
    'Cannot add or update a child row: a foreign key constraint fails ("r"."shelf", CONSTRAINT "at" FOREIGN KEY ("store_id", "no") REFERENCES "store" ("store_id", "no"))',
    "foreign key",
    "at",
    ["store_id", "no"],
  ],
  [4025, "CONSTRAINT `film.length` failed for `r`.`film`", "check", "length", ["length"]],
  [3819, "Check constraint 'fair' is violated.", "check", "fair", ["fair"]],
  [1364, "Field 'email' doesn't have a default value", "not null", undefined, ["email"]],
  [1048, "Column 'email' cannot be null", "not null", undefined, ["email"]],
  [1264, "Out of range value for column 'days' at row 1", "check", undefined, ["days"]],
  [
    1366,
    "Incorrect string value: '\\xC4' for column `shop`.`film`.`title` at row 1",
    "check",
    undefined,
    ["title"],
  ],
  [1644, "too late", "trigger", undefined, []],
])("%i %s", (errno, sqlMessage, kind, constraint, columns) => {
  const violation = mysqlViolation(new MysqlError("The database", { errno, sqlMessage }));
  expect(violation).toMatchObject({ kind, columns });
  expect(violation?.constraint).toBe(constraint);
  expect(violation?.message).not.toContain("one@example.com");
});

test("what a trigger signals with a number of its own is one of a row", () => {
  const refused = { errno: 30001, sqlState: "45000", sqlMessage: "too late" };
  expect(mysqlViolation(refused)).toMatchObject({ kind: "trigger", message: "too late" });
});

test("other errors are none of a row", () => {
  expect(mysqlViolation(new Error("no answer"))).toBeUndefined();
  expect(mysqlViolation(new MysqlError("The database does not answer any more."))).toBeUndefined();
  expect(mysqlViolation({ errno: 1213, sqlMessage: "Deadlock found" })).toBeUndefined();
});
