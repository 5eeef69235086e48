import { expect, test } from "vitest";
import { readScope } from "../../../conformance/read-context.ts";
import { check } from "../check/check.ts";
import { Meter } from "../runtime/meter.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { isAlwaysTrue } from "./filter-reads.ts";

const scope = readScope({ columns: { Owner: "Text", Size: "Number" } });

test.each([
  ['OR(USERROLE() = "Admin", [Owner] = USEREMAIL())', true],
  ['OR(OR(USERROLE() = "Guest", USERROLE() = "Admin"), [Size] + 1 > 0)', true],
  ["TRUE", true],
  ['OR(USERROLE() = "Guest", [Owner] = USEREMAIL())', false],
  ['OR([Size] + 1 > 0, USERROLE() = "Admin")', false],
  ['AND(USERROLE() = "Admin", [Owner] = USEREMAIL())', false],
  ["OR(RANDBETWEEN(1, 1) = 1, TRUE)", false],
  ["OR(9007199254740991 + 1 > 0, TRUE)", false],
  ['IF(USERROLE() = "Admin", TRUE, [Size] > 1)', false],
])("%s: %s", (source, isTrue) => {
  const user = { email: "me@example.com", name: null, role: "Admin" };
  const context = { user, meter: new Meter(), locale: "en-US" } as unknown as RequestContext;
  expect(isAlwaysTrue(check(source, scope).output as CheckedExpression, context)).toBe(isTrue);
});
