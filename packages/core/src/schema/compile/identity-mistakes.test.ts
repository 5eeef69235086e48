import { expect, test } from "vitest";
import { loadDefinition } from "../index.ts";

/** An application with these keys of an API, members of `app` beside it. */
function load(keys: string, app = "") {
  return loadDefinition(`tablewright: 1
app:
  id: a
  name: A
${app}  api:
    accessKeys:
${keys.replace(/^/gm, "      ")}
tables:
  Plain: { key: [Id], columns: { Id: { type: Text } } }
  Notes:
    key: [Note]
    securityFilter: '[Mine]'
    columns:
      Note: { type: Text }
      Author: { type: Email }
      Mine: { type: Yes/No, virtual: true, formula: "[Author] = USEREMAIL()" }
  Jobs: { key: [Job], columns: { Job: { type: Text }, For: { type: Email } } }
slices:
  My Jobs: { table: Jobs, filter: "[For] = USEREMAIL()" }
  All Jobs: { table: Jobs }
  Short Notes: { table: Notes }
`);
}

const SHA = "sha256: 0a8f3b1c5d7e9f2a4b6c8d0e1f3a5b7c9d1e3f5a7b9c1d3e5f7a9b1c3d5e7f90";

function told(keys: string, app?: string): string[] {
  return load(keys, app).diagnostics.map(({ line, code, message }) => `${line} ${code} ${message}`);
}

test.each<[members: string, as: string | undefined, runAs: boolean | "caller"]>([
  ["", undefined, true],
  ["runAs: true", undefined, true],
  ["runAs: false", undefined, false],
  ["runAs: owner", undefined, false],
  ["runAs: caller", undefined, "caller"],
  ["as: partner@example.com", "partner@example.com", false],
  ["as: partner@example.com, runAs: false", "partner@example.com", false],
  ["as: partner@example.com, runAs: true", "partner@example.com", true],
])("a key with { %s }", (members, as, runAs) => {
  const [key] = load(`- { name: k, ${SHA}, ${members} }`).output?.api.accessKeys ?? [];
  expect(key).toMatchObject({ as, runAs });
});

test.each<[members: string, table: string | undefined]>([
  ["", "Notes"],
  ["runAs: true", "Notes"],
  ["runAs: false", "Notes"],
  ["runAs: owner", undefined],
  ["runAs: caller", undefined],
  ["as: partner@example.com", undefined],
  ["as: partner@example.com, runAs: true", undefined],
  ["tables: [Plain, Jobs, All Jobs]", undefined],
  ["tables: [plain, my jobs]", "My Jobs"],
  ["tables: [Short Notes]", "Short Notes"],
  ["runAs: false, tables: [short notes, NOTES]", "Notes"],
])("a key with { %s } is warned of the owner's rows of %s", (members, table) => {
  const expected =
    table === undefined
      ? []
      : [
          `7 definition/owner-key Calls with the access key "k" that name no person see the rows of the owner in "${table}", whose filter reads USEREMAIL().`,
        ];
  const { output, diagnostics } = load(`- { name: k, ${SHA}, ${members} }`);
  expect(diagnostics.map(({ line, code, message }) => `${line} ${code} ${message}`)).toEqual(expected);
  expect(output).toBeDefined();
});

test("each key is warned of once", () => {
  const keys = ["a", "b"].map((name) => `- { name: ${name}, ${SHA} }`).join("\n");
  expect(load(keys).diagnostics.map(({ line, code }) => `${line} ${code}`)).toEqual([
    "7 definition/owner-key",
    "8 definition/owner-key",
  ]);
});

test.each<[members: string, message: string]>([
  ["as: '  '", "Expected an e-mail address, found a blank text."],
  ["as: ''", 'Expected a text that is not empty, found "".'],
  [
    'as: "\u212Aim@example.com"',
    'Expected an e-mail address with a plain "k", found "\u212Aim@example.com" with "\u212A", which is compared as "k".',
  ],
  ["as: a@example.com, runAs: caller", '"as" and "runAs: caller" exclude each other.'],
  ["as: a@example.com, runAs: owner", '"as" and "runAs: owner" exclude each other.'],
  ["runAs: somebody", 'Expected true, false, "owner" or "caller", found "somebody".'],
])("a key with { %s } is refused", (members, message) => {
  const { output, diagnostics } = load(`- { name: k, ${SHA}, ${members} }`);
  expect(output).toBeUndefined();
  expect(diagnostics.map((one) => one.message)).toEqual([message]);
});

test("owners and roles are people as callers are", () => {
  const app = `  owner: "boss\u212A@example.com"
  roles: { ann@example.com: A, ANN@example.com: B, "\u0130da@example.com": C, " ": D }
`;
  expect(told(`- { name: k, ${SHA}, runAs: owner }`, app)).toEqual([
    '5 definition/wrong-value Expected an e-mail address with a plain "k", found "boss\u212A@example.com" with "\u212A", which is compared as "k".',
    '6 definition/similar-names "ANN@example.com" and "ann@example.com" differ only in upper and lower case.',
    '6 definition/wrong-value Expected an e-mail address with a plain "i", found "\u0130da@example.com" with "\u0130", which is compared as "i".',
    "6 definition/wrong-value Expected an e-mail address, found a blank text.",
  ]);
});
