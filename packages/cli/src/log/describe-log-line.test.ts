/** A line of the log as people read it on a terminal. */
import { expect, test } from "vitest";
import { describeLogLine } from "./operator-log.ts";

const time = new Date(2026, 2, 14, 9, 5, 7).getTime();

test.each([
  [
    { level: 30, status: 200, action: "Find", table: "Orders", key: "local", rows: 3, ms: 1.5, msg: "call" },
    "09:05:07 200 Find Orders 1.5 ms key=local rows=3",
  ],
  [
    { level: 40, status: 500, table: "Orders", ms: 2, msg: "call" },
    "09:05:07 WARNING 500 (no action) Orders 2 ms",
  ],
  [{ level: 30, status: 404, method: "GET", path: "/x", ms: 0.1, msg: "call" }, "09:05:07 404 GET /x 0.1 ms"],
  [{ level: 40, rule: "R", table: "Orders", msg: "not run" }, "09:05:07 WARNING not run rule=R table=Orders"],
  [
    { level: 50, traceId: "t", err: { stack: "Error: ours\n    at x" }, msg: "a call failed" },
    "09:05:07 ERROR a call failed traceId=t\nError: ours\n    at x",
  ],
])("%o", (line, text) => {
  expect(describeLogLine({ time, ...line })).toBe(text);
});
