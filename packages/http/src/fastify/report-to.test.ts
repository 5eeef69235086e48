/** What is in the log of calls that failed, by a clock of the test's own. */
import { describe, expect, test } from "vitest";
import { createLogger } from "../index.ts";
import { reportTo } from "./report-to.ts";

describe("calls that fail", () => {
  test("while the database is away are one line a minute for each reason, without a stack", () => {
    const lines: Record<string, unknown>[] = [];
    let now = 0;
    const report = reportTo(createLogger({ write: (line) => void lines.push(JSON.parse(line)) }), () => now);
    const away = (message: string) => Object.assign(new Error(message), { code: "server/store-away" });
    for (let call = 0; call < 100; call++) report(away("gone"), `${call}`);
    report(away("cut off"), "other");
    now = 60_000;
    report(away("gone"), "later");
    expect(lines).toMatchObject([
      { msg: "the database is away", reason: "gone", traceId: "0" },
      { msg: "the database is away", reason: "cut off", traceId: "other", callsBefore: 99 },
      { msg: "the database is away", reason: "gone", traceId: "later" },
    ]);
    expect(JSON.stringify(lines)).not.toContain("report-to.test");
  });

  test("for another reason are a line with a stack each", () => {
    const lines: Record<string, unknown>[] = [];
    const report = reportTo(createLogger({ write: (line) => void lines.push(JSON.parse(line)) }));
    for (let call = 0; call < 2; call++) report(new Error("ours"), `${call}`);
    expect(lines).toMatchObject([0, 1].map((call) => ({ msg: "a call failed", traceId: `${call}` })));
    expect(JSON.stringify(lines[1])).toContain("report-to.test");
  });
});
