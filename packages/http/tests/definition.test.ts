/** A definition that is changed over HTTP: who may, and what is asked of the program that serves. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createRecordApi, type DefinitionEditor } from "../src/index.ts";
import { engineOf } from "./engine-of.ts";
import { plainRequest, whole } from "./plain-request.ts";
import { NOW, TokenProvider } from "./token-provider.ts";

let provider: TokenProvider;
beforeAll(async () => {
  provider = await TokenProvider.begin();
});
afterAll(() => provider.close());

/** What was asked. */
let asked: unknown[] = [];
beforeEach(() => {
  provider.reset();
  asked = [];
});
const note = async (...given: unknown[]) => {
  asked.push(given);
  return { output: {}, diagnostics: [] };
};
const editor: DefinitionEditor = {
  show: (version) => note("show", version),
  try: (change, { include }) => note("try", change, include),
  save: (change, by) => note("save", change, by),
};

async function api(isEditable = true) {
  const engine = await engineOf(
    `
tablewright: 1
app:
  id: shop
  name: Shop
  owner: owner@example.com
  roles: { ANN@example.com: Maker }
  api:
    accessKeys:
      - { name: maker, key: V2-maker, editDefinition: true }
      - { name: named, key: V2-named, editDefinition: true, as: bob@example.com }
      - { name: other, key: V2-other, tests: true, events: true, undo: true }
    signIn: { issuer: "${provider.issuer}", audience: shop-api, editDefinition: [Maker] }
tables: { T: { key: [K], columns: { K: { type: Text } } } }
`,
    { now: () => NOW, random: () => 0.5, newId: () => "id" },
  );
  return createRecordApi({
    engines: [engine],
    now: () => NOW,
    definitions: (app) => (isEditable && app === "shop" ? editor : undefined),
  });
}

async function ask(
  path: string,
  body: unknown,
  headers: Record<string, string> = { applicationaccesskey: "V2-maker" },
  isEditable?: boolean,
) {
  const answer = await (await api(isEditable)).handle({
    ...plainRequest({
      path: `/api/v2/apps/shop/${path}`,
      headers,
      body: whole(JSON.stringify(body ?? null)),
    }),
    path: `/api/v2/apps/shop/${path.split("?")[0]}`,
    method: body === undefined ? "GET" : "POST",
    headers,
  });
  return { status: answer.status, ...JSON.parse(answer.body as string) };
}

const EDITS = [{ Path: ["rules", "R"], Text: null }];
const CHANGE = { Version: "v", Edits: EDITS };

test("each route asks for what its body says", async () => {
  await ask("definition?version=w", undefined);
  await ask("definition/try", { ...CHANGE, Include: ["calls", "rows"] });
  await ask("definition", { ...CHANGE, note: "why" });
  await ask("definition/rollback", { Version: "v", To: "w" }, { applicationaccesskey: "V2-named" });
  const change = { version: "v", to: { edits: [{ path: ["rules", "R"], text: null }] } };
  expect(asked).toEqual([
    ["show", "w"],
    ["try", change, ["rows", "calls"]],
    ["save", change, { user: "owner@example.com", accessKey: "maker", note: "why" }],
    [
      "save",
      { version: "v", to: { version: "w" } },
      { user: "bob@example.com", accessKey: "named", note: null },
    ],
  ]);
});

test("keys without the right, and servers that let nothing be changed, ask nothing", async () => {
  for (const [path, body] of [
    ["definition"],
    ["definition/try", CHANGE],
    ["definition", CHANGE],
    ["definition/rollback", {}],
  ] as const) {
    expect(await ask(path, body, { applicationaccesskey: "V2-other" })).toMatchObject({
      status: 403,
      code: "access/not-allowed",
    });
    if (path !== "definition/rollback")
      expect(await ask(path, body, undefined, false)).toMatchObject({
        status: 404,
        code: "edit/not-enabled",
      });
  }
  expect(asked).toEqual([]);
  expect((await ask("caller", undefined)).rights).toContain("editDefinition");
  expect((await ask("caller", undefined, undefined, false)).rights).not.toContain("editDefinition");
});

test("people who sign in may by their role", async () => {
  const bearer = async (claims: object) => ({ authorization: `Bearer ${await provider.sign(claims)}` });
  expect(await ask("definition", CHANGE, await bearer({ email: "ann@example.com" }))).toMatchObject({
    status: 200,
  });
  expect(asked).toMatchObject([["save", {}, { user: "ann@example.com", accessKey: null }]]);
  expect((await ask("caller", undefined, await bearer({ email: "ann@example.com" }))).rights).toContain(
    "editDefinition",
  );
  expect(await ask("definition", CHANGE, await bearer({ email: "eve@example.com" }))).toMatchObject({
    status: 403,
  });
});

test.each([
  [[], "not an object"],
  [{ Edits: EDITS }, '"Version"'],
  [{ Version: "v" }, '"Edits"'],
  [{ ...CHANGE, Edits: [{ Path: [], Text: "1" }] }, '"Path"'],
  [{ ...CHANGE, Edits: [{ Path: ["a"] }] }, '"Text"'],
  [{ ...CHANGE, Edits: [{ Path: ["a", 1.5], Text: "1" }] }, '"Path"'],
  [{ ...CHANGE, To: "w" }, '"To"'],
  [{ ...CHANGE, Include: ["rows", "row"] }, '"Include"'],
  [{ ...CHANGE, Note: "x".repeat(1_001) }, '"Note"'],
  [{ ...CHANGE, Noet: "x" }, '"Noet"'],
  [{ ...CHANGE, Properties: [] }, '"Properties"'],
  [{ ...CHANGE, Properties: { runAsUserEmail: "x" } }, '"runAsUserEmail"'],
])("%j is refused", async (body, words) => {
  const refused = await ask("definition/try", body);
  expect(refused).toMatchObject({ status: 400, code: "request/unreadable-body" });
  expect(refused.detail).toContain(words);
  expect(asked).toEqual([]);
});

test.each([
  [50, 200],
  [51, 400],
])("%d edits are answered with %d", async (count, status) => {
  expect(await ask("definition/try", { ...CHANGE, Edits: Array(count).fill(EDITS[0]) })).toMatchObject({
    status,
  });
});
