/** `keys new|list|revoke`: the definition file gets no more than a SHA-256, and its comments stay. */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";

const NOTED = definitionOf()
  .replace("  id: shop", "  # what the paths name\n  id: shop   # short")
  .replace(
    / {2}api: .*/u,
    "  api:\n    enabled: true\n    # ours\n    accessKeys:\n      # at the till\n      - { name: till, sha256: " +
      "a".repeat(64) +
      " }",
  );

function fileOf(text: string): string {
  return join(folderOf({ "app.yaml": text }), "app.yaml");
}

test("a new key is printed once, works by its hash, and comments stay", async () => {
  const file = fileOf(NOTED);
  const { mode } = statSync(file);
  const limits = [
    "--tables",
    "Notes",
    "--actions",
    "Find",
    "Add",
    "--expires",
    "2031-01-01",
    "--as",
    "a@b.cd",
  ];
  const { code, out, err } = await capture("keys", "new", file, "partner", ...limits, "--run-as", "true");
  expect(code).toBe(0);
  const key = /^(V2-[0-9a-f]{32})\n$/u.exec(out)?.[1] ?? expect.unreachable(out + err);
  const text = readFileSync(file, "utf8");
  expect(text).toContain(createHash("sha256").update(key).digest("hex"));
  expect(text + err).not.toContain(key);
  for (const comment of ["# what the paths name", "# short", "# ours", "# at the till"])
    expect(text).toContain(comment);
  expect(statSync(file).mode).toBe(mode);
  const listed = JSON.parse((await capture("keys", "list", file, "--json")).out);
  expect(listed[1]).toEqual({
    name: "partner",
    state: "in use",
    isPlain: false,
    expires: "2031-01-01",
    disabled: false,
    tables: ["Notes"],
    actions: ["Find", "Add"],
    as: "a@b.cd",
    runAs: true,
    history: true,
    events: false,
    tests: false,
    undo: false,
    editDefinition: false,
  });
});

test("the first key of a definition without any", async () => {
  const file = fileOf(definitionOf("accessKeys: []").replace(", accessKeys: []", ""));
  expect((await capture("keys", "new", file, "first")).code).toBe(0);
  expect((await capture("keys", "list", file)).out).toBe(
    "first  in use  tables: all  actions: all  runAs: true\n",
  );
});

/** The lines that are gone (-) and that came (+). */
function changesOf(before: string, after: string): readonly string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `-${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ].map((line) => line.replaceAll(/[0-9a-f]{64}/gu, "HASH"));
}

const ODD = `tablewright:   1
app:
    id: odd      # four spaces
    name:  "Odd"
    api: { accessKeys: [ {name: a,   key: V2-a}, ] } # keys
tables:
    T:  { key: [ K ],   columns: { K: {type: Text} } }
`;

const JSON_ODD = `{ "tablewright": 1, "app": { "id": "o", "name": "O" },
\t"tables": { "T": { "key": ["K"], "columns": { "K": { "type": "Text" } } } } }
`;

test.each([
  [
    "in one line",
    ODD,
    "a",
    "    api: { accessKeys: [ {name: a,   key: V2-a}, { name: b, sha256: HASH }, ] } # keys",
    "    api: { accessKeys: [ {name: a,   key: V2-a, disabled: true}, ] } # keys",
  ],
  [
    "with Windows' line breaks",
    ODD.replaceAll("\n", "\r\n"),
    "a",
    "    api: { accessKeys: [ {name: a,   key: V2-a}, { name: b, sha256: HASH }, ] } # keys\r",
    "    api: { accessKeys: [ {name: a,   key: V2-a, disabled: true}, ] } # keys\r",
  ],
  [
    "in lines",
    NOTED,
    "till",
    "      - { name: b, sha256: HASH }",
    "      - { name: till, sha256: HASH, disabled: true }",
  ],
  [
    "in JSON",
    JSON_ODD,
    undefined,
    '{ "tablewright": 1, "app": { "id": "o", "name": "O", "api": {"accessKeys":[{"name":"b","sha256":"HASH"}]} },',
    "",
  ],
])("the rest of the file stays as it is written: keys %s", async (_, text, name, made, revoked) => {
  const file = fileOf(text);
  expect((await capture("keys", "new", file, "b")).err).toContain('"b" is above');
  const after = readFileSync(file, "utf8");
  expect(changesOf(text, after).filter((line) => line.startsWith("+"))).toEqual([`+${made}`]);
  if (text === JSON_ODD) expect(() => JSON.parse(after)).not.toThrow();
  expect((await capture("keys", "revoke", file, "b", "--remove")).code).toBe(0);
  if (name === undefined)
    return expect(JSON.parse(readFileSync(file, "utf8")).app.api.accessKeys).toEqual([]);
  expect(readFileSync(file, "utf8")).toBe(text);
  expect((await capture("keys", "revoke", file, name)).code).toBe(0);
  expect(changesOf(text, readFileSync(file, "utf8")).filter((line) => line.startsWith("+"))).toEqual([
    `+${revoked}`,
  ]);
});

test.each<[string[], string]>([
  [["new", "till"], 'There is an access key "till" already'],
  [["new", "x", "--tables", "Note"], 'Did you mean "Notes"?'],
  [["new", "x", "--expires", "soon"], "expires"],
  [["new", "x", "--expires", "2020-01-01"], '--expires is "2020-01-01", which has come already'],
  [["revoke", "kiosk-by-the-door"], 'There is no access key "kiosk-by-the-door". The definition has "'],
  [["revoke", "tell"], 'There is no access key "tell". Did you mean "till"?'],
])("%j is refused, and the file stays as it is", async ([command = "", ...rest], words) => {
  const file = fileOf(NOTED);
  const { code, err, out } = await capture("keys", command, file, ...rest);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(words);
  expect(readFileSync(file, "utf8")).toBe(NOTED);
});

test("a key that is revoked is switched off, or removed", async () => {
  const file = fileOf(NOTED);
  expect((await capture("keys", "revoke", file, "till")).out).toBe('The access key "till" is disabled.\n');
  expect((await capture("keys", "list", file)).out).toContain("till  disabled");
  expect((await capture("keys", "revoke", file, "till", "--remove")).code).toBe(0);
  expect((await capture("keys", "list", file)).out).toBe("The definition has no access key.\n");
  expect(readFileSync(file, "utf8")).toContain("# what the paths name");
});

test("a list shows neither a key nor a hash", async () => {
  const { out } = await capture("keys", "list", fileOf(definitionOf()));
  expect(out).toBe("local  in use  tables: all  actions: all  runAs: true  in the file as plain text\n");
});
