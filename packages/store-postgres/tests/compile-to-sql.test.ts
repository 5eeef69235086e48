import { compileSortKey, compileToSql, postgres } from "@tablewright/store-sql";
import { describe, expect, test } from "vitest";
import { said } from "../../store-sql/tests/orders-in-sql.ts";

describe("PostgreSQL without functions of ours says what it can say exactly", () => {
  test.each([
    [
      "AND([Total] >= 10, [Day] <> TODAY())",
      '(("t"."Total" >= $3::double precision) and (("t"."Day" = $4::date) is not true))',
      [10, "2026-03-14"],
    ],
    ["[Count] + YEAR([Day]) > 1", 'binary: "+" cannot be computed exactly by this database', undefined],
    ['[Customer] = "abc"', "binary: this database does not compare such values exactly", undefined],
    ["[Total] * 2 > 1", 'binary: "*" cannot be computed exactly by this database', undefined],
  ])("%s", (source, text, values) => {
    expect(said(source, postgres, compileToSql, 3)).toEqual(values === undefined ? text : { text, values });
  });
});

test("sort keys are what compares as the language does", () => {
  expect(said("[Customer]", postgres, compileSortKey)).toBe(
    "column: this database does not order such values exactly",
  );
});
