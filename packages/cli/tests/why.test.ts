/** Why a call does what it does, told on the command line. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";

const call = { table: "Goods Sold", Action: "Add", Rows: [{ Good: 1, Name: "Tee", Price: -3 }] };

test("a call of a file, its expressions and its errors", async () => {
  const { why } = await place(call);
  const { code, out, err } = await why();
  expect([code, err]).toEqual([0, ""]);
  expect(out.split("\n")).toEqual([
    "made for owner@example.com, role User: the application's owner, since the call names no one else",
    '"Goods Sold" takes this kind of change: add',
    'row 1 of the call: "1" of "Goods Sold"',
    '  the initial value of "Name": "unnamed"',
    '  the formula of "Twice"',
    "    [Price] * 2 → -6",
    "      [Price] → -3",
    expect.stringMatching(/^ {2}refused: .*0/u),
    "refused",
    "",
  ]);
});

test("as JSON", async () => {
  const { why } = await place({ ...call, Action: "Find", Rows: [] });
  const { result, trace } = JSON.parse((await why("--json")).out);
  expect(result).toMatchObject({ ok: true, rows: [] });
  expect(trace.steps[0]).toMatchObject({ about: "caller" });
});

test("as somebody else", async () => {
  const { why } = await place(call);
  expect((await why("--run-as", "ann@example.com")).out).toMatch(
    /^made for ann@example.com, role User: "RunAsUserEmail" names them\n/u,
  );
});

test.each([
  ["an undo", { call: "nope" }, /refused: No changes of "Shop" are recorded/u],
  ["a rule", { rule: "Nightly" }, /refused: .*Nightly/u],
])("%s", async (_, asked, expected) => {
  expect((await (await place(asked)).why()).out).toMatch(expected);
});

test.each([
  ["no JSON", "{", /: The call is not JSON: .+\.\n$/u],
  ["no object", "[]", /: This is no call\. Expected: \{ "table": "Orders"/u],
  ["no table", '{ "Action": "Find" }', /: The call names no "table"\./u],
  ["no Action", '{ "table": "Notes" }', /: The call names no "Action"\./u],
  [
    "other Properties",
    '{ "table": "Notes", "Action": "Find", "Properties": 1 }',
    /: The "Properties" of the call are no object\./u,
  ],
  [
    "other Rows",
    '{ "table": "Notes", "Action": "Find", "Rows": [1] }',
    /: The "Rows" of the call are no list of rows\./u,
  ],
  [
    "another member",
    '{ "table": "Notes", "Action": "Find", "rows": [] }',
    /: A call has no member "rows"\./u,
  ],
])("a file with %s", async (_, text, message) => {
  const { why } = await place(text);
  const { code, out, err } = await why();
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(message);
});

test("a file that is not there", async () => {
  const { file, address } = await place(call);
  const { code, err } = await capture("why", file, "nowhere.json", "--store", address);
  expect(code).toBe(1);
  expect(err).toBe("nowhere.json: The call cannot be read: there is no such file.\n");
  const folder = await capture("why", file, join(file, ".."), "--store", address);
  expect(folder.err).toContain("The call cannot be read: it is a folder.");
});

async function place(asked: object | string) {
  const text = typeof asked === "string" ? asked : JSON.stringify(asked);
  const folder = folderOf({ "app.yaml": definitionOf(), "call.json": text });
  const [file, callFile] = [join(folder, "app.yaml"), join(folder, "call.json")];
  const address = `sqlite:${join(folder, "rows.sqlite")}`;
  await capture("migrate", file, "--store", address);
  return {
    file,
    address,
    why: (...options: string[]) => capture("why", file, callFile, "--store", address, ...options),
  };
}
