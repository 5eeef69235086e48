/** The line to try a served application with. */
import { execFileSync } from "node:child_process";
import type { AccessKey, AppDefinition } from "@tablewright/core";
import { expect, test } from "vitest";
import { curlLine } from "../src/serve/describe-application.ts";

const now = Date.parse("2026-06-01T00:00:00Z");

test.each<[string, Partial<AccessKey>[], string | undefined, string | undefined]>([
  ["the first plain key", [{ key: undefined }, { key: "second" }], "second", "It's"],
  ["not a disabled one", [{ key: "off", disabled: true }, { key: "on" }], "on", "It's"],
  ["not an expired one", [{ key: "old", expires: "2026-06-01" }, { key: "on" }], "on", "It's"],
  [
    "not one that may not find",
    [
      { key: "add", actions: ["Add"] },
      { key: "find", actions: ["find"] },
    ],
    "find",
    "It's",
  ],
  ["a table the key may reach", [{ tables: ["more"] }], "V2-key", "More"],
  ["a key with quotes and blanks", [{ key: "it's $HOME `x` \\" }], "it's $HOME `x` \\", "It's"],
  ["the variable for a key kept as SHA-256", [{ key: undefined }], "from the variable", "It's"],
])("uses %s", (_, keys, key, table) => {
  const line = curlLine("http://127.0.0.1:8080", appWith(keys), now, true) ?? "";
  expect(argumentsOf(line)).toEqual([
    "-s",
    `http://127.0.0.1:8080/api/v2/apps/my%20app/tables/${table?.replace("'", "%27")}/Action`,
    "-H",
    `ApplicationAccessKey: ${key}`,
    "-H",
    "Content-Type: application/json",
    "-d",
    '{"Action": "Find"}',
  ]);
});

test("a key that is not to be shown is the variable's", () => {
  const line = curlLine("http://x", appWith([{ key: "V2-secret" }]), now, false) ?? "";
  expect(line).not.toContain("V2-secret");
  expect(argumentsOf(line)).toContain("ApplicationAccessKey: from the variable");
});

test("says nothing when no key may find anything", () => {
  expect(curlLine("http://x", appWith([{ disabled: true }]), now, true)).toBeUndefined();
  expect(curlLine("http://x", appWith([{ tables: ["Nope"] }]), now, true)).toBeUndefined();
});

function appWith(keys: Partial<AccessKey>[]): AppDefinition {
  const accessKeys = keys.map((key) => ({ name: "k", key: "V2-key", disabled: false, ...key }));
  const tables = new Map([
    ["It's", {}],
    ["More", {}],
  ]);
  return { id: "my app", api: { enabled: true, accessKeys }, tables } as unknown as AppDefinition;
}

/** What a shell makes of the line. */
function argumentsOf(line: string): string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\n' "$one"; done; }\n${line}`;
  return execFileSync("sh", ["-c", script], {
    encoding: "utf8",
    env: { TABLEWRIGHT_KEY: "from the variable" },
  })
    .trimEnd()
    .split("\n");
}
