/** Every call of the table of rights by generated keys: what each may do, and what it is answered. */
import { readFileSync } from "node:fs";
import { createEngine, loadDefinition } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRecordApi, type RecordApi } from "../../src/index.ts";
import { plainRequest, whole } from "../plain-request.ts";
import { CALLS, OPERATIONS, type Right, type Sent, TABLE, type TableRow } from "./rights-table.ts";

const ACTIONS = ["Ship", "Bin", "Log It", "Both", "Ship All"];
const FLAGS = ["history", "undo", "events"] as const;

const EVERYTHING: readonly Right[] = [...OPERATIONS, "Decide", "actions", ...FLAGS, "everything"];

/** All sets of operations and actions, with every flag and with none; each set of flags, with all of these; and a key without limits. */
const KEYS: readonly (readonly Right[])[] = [
  ...subsets([...OPERATIONS, "actions"] as const).flatMap((rights) => [rights, [...rights, ...FLAGS]]),
  ...subsets(FLAGS)
    .slice(1, -1)
    .map((flags) => [...OPERATIONS, "actions" as const, ...flags]),
  ["Decide"],
  ["Find", "Decide"],
  EVERYTHING,
];

const DEFINITION = `
tablewright: 1
app:
  id: rights
  name: Rights
  owner: owner@example.com
  history: { keep: 1d }
  api:
    invocable: dataChange
    accessKeys:
${KEYS.map((rights) => `      - ${keyWith(rights)}`).join("\n")}
      - { name: bound, key: V2-bound, tables: [Jobs], undo: true }
tables:
  Jobs:
    key: [Job]
    columns:
      Job: { type: Text }
      Note: { type: Text }
      Hours: { type: Number, validIf: '[Hours] <> LEN([Note])', invalidMessage: '"not the length of " & [Note]' }
      Twice: { type: Number, max: 100, formula: "[Hours] * 2" }
  Log: { key: [Line], columns: { Line: { type: Text, initialValue: UNIQUEID() }, Of: { type: Text, validIf: '[Of] <> "refused: secret"' } } }
decisions:
  CHEAP: { parameters: { hours: Number }, type: Yes/No, formula: "[hours] < 5" }
  NOTED: { parameters: { note: Text }, type: Number, formula: "COUNT(FILTER(Jobs, [Note] = [_THISROW].[note]))" }
actions:
  Ship: { table: Jobs, set: { Hours: "5" } }
  Bin: { table: Jobs, deleteRow: true }
  Log It: { table: Jobs, addRow: { table: Log, set: { Of: "[Job]" } } }
  Log Note: { table: Jobs, addRow: { table: Log, set: { Of: '"refused: " & [Note]' } } }
  Both: { table: Jobs, run: [Ship, Log It] }
  Ship All: { table: Jobs, onRows: { table: Jobs, rows: "Jobs[Job]", action: Ship } }
`;

export function describeRights(
  make: () => Promise<{ readonly store: Store; dispose(): Promise<void> }>,
): void {
  let api: RecordApi;
  let dispose: () => Promise<void>;

  beforeAll(async () => {
    const made = await make();
    const { output: definition, diagnostics } = loadDefinition(DEFINITION);
    if (definition === undefined) throw new Error(JSON.stringify(diagnostics, null, 1));
    let next: string | undefined;
    const newId = () => next ?? crypto.randomUUID();
    const services = { now: Date.now, random: Math.random, newId };
    const engine = await createEngine({ definition, store: made.store, services });
    await engine.add("Jobs", [{ Job: "gone", Note: "secret" }]);
    next = CALLS.add;
    await engine.add("Jobs", [{ Job: "c", Note: "secret" }]);
    next = undefined;
    await engine.add("Jobs", [{ Job: "a", Note: "secret" }]);
    next = CALLS.edit;
    await engine.edit("Jobs", [{ Job: "a", Hours: 4 }]);
    next = CALLS.delete;
    await engine.delete("Jobs", [{ Job: "gone" }]);
    next = undefined;
    api = createRecordApi({ engines: [engine], allowKeyInQuery: false });
    dispose = async () => {
      await engine.close();
      await made.dispose();
    };
  });
  afterAll(() => dispose());

  async function send(rights: readonly (Right | "bound")[], { path, body, prefer }: Sent) {
    const address = `/api/v2/apps/rights/${path}`;
    const request = plainRequest({
      key: secretOf(rights),
      path: address.replace(/\?.*/u, ""),
      method: body === undefined ? "GET" : "POST",
      headers: prefer === undefined ? {} : { prefer },
      ...(body === undefined ? {} : { body: whole(JSON.stringify(body)) }),
    });
    const answer = await api.handle({ ...request, url: address });
    let text = "";
    if (typeof answer.body === "string") text = answer.body;
    else for await (const piece of answer.body) text += Buffer.from(piece).toString();
    return { status: answer.status, text, json: JSON.parse(text) };
  }

  test.each(TABLE)("$call", async (row) => {
    const wrong: string[] = [];
    for (const rights of KEYS) {
      for (const sent of row.requests) {
        const { status, text, json } = await send(rights, sent);
        const [due, outcome] = [dueTo(row, rights), status === 200 ? answered(row, json) : String(status)];
        const told = due === "rows" || due === "images" ? false : text.includes("secret");
        if (outcome !== due || (told && row.answers !== "other"))
          wrong.push(
            `${rights.join("+")} ${JSON.stringify(sent)}: ${outcome}, due ${due}: ${text.slice(0, 300)}`,
          );
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  describe("errors of rows that the key may not find", () => {
    const refusedWith = async (rights: readonly Right[], sent: Sent) =>
      (await send(rights, sent)).json.errors;

    test.each<[about: string, action: string, rows: object, code: string, own: string]>([
      [
        "a rule on a stored value",
        "Edit",
        { Job: "a", Hours: 6 },
        "rule/concealed",
        "not the length of secret",
      ],
      [
        "a formula out of bounds",
        "Edit",
        { Job: "a", Hours: 99 },
        "rule/concealed",
        '"198" is out of bounds',
      ],
      ["a row that an action adds", "Log Note", { Job: "a" }, "action/refused", "refused: secret"],
    ])("%s", async (_, Action, row, code, own) => {
      const sent = { path: "tables/Jobs/Action", body: { Action, Rows: [row] } };
      const limited = KEYS.find((one) => one.join() === "Edit,actions") ?? [];
      const errors = await refusedWith(limited, sent);
      expect(errors.map((one: { code: string }) => one.code)).toEqual([code]);
      expect(JSON.stringify(errors)).not.toMatch(/secret|198/u);
      const whole = await refusedWith(EVERYTHING, sent);
      expect(whole[0].message).toContain(own);
    });

    test("the version of a row that has changed", async () => {
      const body = { Action: "Edit", Properties: { Version: "none" }, Rows: [{ Job: "a" }] };
      const sent = { path: "tables/Jobs/Action", body };
      const [version] = [(await refusedWith(["Find", "Edit"], sent))[0].message.match(/"([^"]+)"/u)[1]];
      const [error] = await refusedWith(["Edit"], sent);
      expect(error.code).toBe("row/changed");
      expect(JSON.stringify(error)).not.toContain(version);
    });
  });

  test("what is kept is answered as what is tried, and nothing is kept of a call that is refused", async () => {
    const call = (Action: string, row: object, Properties = {}) => ({
      path: "tables/Jobs/Action",
      body: { Action, Properties, Rows: [row] },
    });
    const overwriting = call("Add", { Job: "c", Note: "overwritten" }, { OnDuplicate: "update" });
    const refused = await send(["Add"], overwriting);
    expect([refused.status, refused.json.detail]).toEqual([
      403,
      '"Edit" on "Jobs" is not allowed by the access key "V2-Add".',
    ]);
    const found = await send(["Find"], {
      path: "tables/Jobs/Action",
      body: { Action: "Find", Rows: [{ Job: "c" }] },
    });
    expect(found.json.Rows).toMatchObject([{ Note: "secret" }]);
    for (const rights of [["Edit"], ["Add", "Edit"]] as const) {
      const sent = rights[0] === "Edit" ? call("Edit", { Job: "c", Hours: 8 }) : overwriting;
      expect((await send(rights, sent)).json).toEqual({ Rows: [{ Job: "c" }] });
    }
    expect((await send(["Delete"], call("Delete", { Job: "c" }))).json).toEqual({ Rows: [{ Job: "c" }] });
  });

  test("a key for one table calls an action that writes to another, and does not undo what it did there", async () => {
    const added = await send(["bound"], {
      path: "tables/Jobs/Action",
      body: { Action: "Log It", Rows: [{ Job: "a" }] },
      prefer: "wire=typed",
    });
    expect(added.status).toBe(200);
    const undo = { path: `calls/${added.json.Call}/undo`, body: { Properties: { DryRun: true } } };
    const refused = await send(["bound"], undo);
    expect([refused.status, refused.json.code]).toEqual([404, "history/no-call"]);
    expect((await send(["Find", "Delete", "history", "undo", "events"], undo)).status).toBe(200);
  });

  test("the table of the page is this one", () => {
    const page = readFileSync(new URL("../../../../docs/security.md", import.meta.url), "utf8");
    const rows = TABLE.map(
      ({ call, needs, answers }) => `| ${call} | ${wordsOf(needs)} | ${ANSWERS[answers]} |`,
    );
    expect(rows.filter((row) => !page.includes(`\n${row}\n`))).toEqual([]);
  });
}

function dueTo({ needs, answers, isHidden = false }: TableRow, rights: readonly Right[]): string {
  if (isHidden && rights.includes("Decide") && !rights.includes("Find")) return "400";
  if (!needs.every((need) => rights.includes(need))) return "403";
  const mayFind = rights.includes("Find");
  if (answers === "stored") return mayFind ? "rows" : "keys";
  if (answers === "images") return mayFind ? "images" : "no images";
  return answers === "rows" || answers === "added" ? answers : "other";
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
function answered({ answers }: TableRow, json: any): string {
  if (answers === "other") return "other";
  const names = (json.Rows as object[]).map((row) => Object.keys(row));
  if (answers === "images")
    return json.Rows.every(
      (row: { before: unknown; after: unknown }) => row.before === null && row.after === null,
    )
      ? "no images"
      : "images";
  if (names.every((one) => one.includes("Note"))) return answers === "added" ? "added" : "rows";
  return names.every((one) => one.join() === "Job") ? "keys" : `members ${names.join(" / ")}`;
}

const ANSWERS: Readonly<Record<TableRow["answers"], string>> = {
  rows: "its rows",
  added: "the added rows",
  stored: "the rows; without `Find` their keys",
  images: "what changed; without `Find` the keys",
  other: "what it is about",
};

function wordsOf(needs: readonly Right[]): string {
  return needs
    .map(
      (need) =>
        ({ actions: "the action by name", everything: "no `tables`, `actions` and no `runAs: false`" })[
          need as string
        ] ?? `\`${need}\``,
    )
    .join(", ");
}

function secretOf(rights: readonly string[]): string {
  return `V2-${rights.join("-") || "none"}`;
}

function keyWith(rights: readonly Right[]): string {
  const names = [...OPERATIONS, "Decide" as const].filter((one) => rights.includes(one));
  const own = rights.includes("actions") ? [...ACTIONS, "Log Note"] : [];
  const actions = rights.includes("everything") ? {} : { actions: [...names, ...own] };
  const flags = Object.fromEntries(FLAGS.map((flag) => [flag, rights.includes(flag)]));
  return JSON.stringify({ name: secretOf(rights), key: secretOf(rights), ...actions, ...flags });
}

function subsets<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: 2 ** all.length }, (_, set) => all.filter((_, at) => (set >> at) & 1));
}
