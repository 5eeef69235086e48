import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { LANGUAGES_OF_CALLS, writeCall } from "../src/page/calls/write-call.ts";

const url = "http://127.0.0.1:8080/api/v2/apps/it's/tables/A%20B/Action";
const body = { Action: "Find", Properties: { Selector: `FILTER("A B", [Name] = "it's")` } };

test.each(LANGUAGES_OF_CALLS)("the key is not in a call written as %s", (language) => {
  expect(writeCall(language, url, body)).toContain("TABLEWRIGHT_KEY");
});

test("a shell takes the address and the body of curl as they are", () => {
  const line = writeCall("curl", url, body);
  const script = `${line.replace("curl -s", "printf '%s\\n'")}`;
  const words = execFileSync("sh", ["-c", script], { encoding: "utf8" }).trim().split("\n");
  expect(decodeURIComponent(words[0] ?? "")).toBe(decodeURIComponent(url));
  expect(JSON.parse(words.at(-1) ?? "")).toEqual(body);
});
