/** Every error that can reach HTTP has a status of its own choosing. */

import { STATUS_CODES } from "node:http";
import { catalogue, type DiagnosticCode } from "@tablewright/core";
import { expect, test } from "vitest";
import { statusOf, titleOf } from "../src/answers/problem.ts";

const codes = Object.keys(catalogue) as DiagnosticCode[];

test.each(codes.filter((code) => !/^(?:definition|server)\//u.test(code)))(
  "%s is the caller's error",
  (code) => {
    expect(statusOf(code), `Give "${code}", or its group, a status in http/src/problem.ts.`).toBeLessThan(
      500,
    );
  },
);

test.each<[DiagnosticCode, number]>([
  ["auth/missing-app", 400],
  ["auth/missing-key", 400],
  ["auth/wrong-key", 403],
  ["auth/wrong-token", 401],
  ["server/issuer-away", 503],
  ["auth/api-disabled", 403],
  ["app/not-found", 404],
  ["table/not-found", 404],
  ["row/not-found", 404],
  ["access/not-allowed", 403],
  ["request/unreadable-body", 400],
  ["request/unknown-action", 400],
  ["request/unsupported-action", 400],
  ["request/rows-missing", 400],
  ["request/media-type", 415],
  ["request/method", 405],
  ["request/no-such-path", 404],
  ["request/too-slow", 408],
  ["request/path", 400],
  ["cell/unreadable", 400],
  ["key/missing", 400],
  ["key/duplicate", 400],
  ["rule/required", 400],
  ["rule/with-check", 403],
  ["action/refused", 400],
  ["workflow/refused", 400],
  ["access/parts", 403],
  ["access/blanking", 403],
  ["rule/referred-to", 400],
  ["selector/not-rows", 400],
  ["limit/body", 413],
  ["limit/rows", 413],
  ["limit/busy", 429],
  ["limit/server-busy", 429],
  ["limit/bodies", 429],
  ["limit/streams", 429],
  ["limit/fuel", 400],
  ["limit/body-nesting", 400],
  ["server/internal", 500],
  ["server/store-away", 503],
  ["server/store-damaged", 503],
  ["server/store-full", 503],
  ["server/store-replaced", 503],
  ["server/read-only", 503],
  ["server/definition-outdated", 503],
])("%s is %i", (code, status) => {
  expect(statusOf(code)).toBe(status);
});

test("every status has the name that the platform has for it", () => {
  const statuses = Object.keys(catalogue).map((code) => statusOf(code as DiagnosticCode));
  for (const status of new Set(statuses)) expect(titleOf(status)).toBe(STATUS_CODES[status]);
});
