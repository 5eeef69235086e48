/** What `serve` needs of a database: the statements of docs/your-database.md, and no other right. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadDefinition } from "@tablewright/core";
import { expect, test, vi } from "vitest";
import { begin, capture } from "./capture.ts";
import { folderOf } from "./folder.ts";
import { lookAt } from "./looking-commands.ts";

/** A database of another program with an empty table `notes` of `id` and `note`. */
export interface RightsPlace {
  /** Runs statements as its owner; answers the rows of the last one. */
  run(sql: string): Promise<readonly object[]>;
  /** Its address for a user. */
  address(user: string, password: string): string;
  /** What precedes names of tables in a definition. */
  readonly place: string;
  /** What `introspect` needs to be told of where the table is. */
  readonly read: readonly string[];
  /** Makes a user who keeps tables of ours, and only reads those of the other program; answers their address. */
  makeKeeper(user: string): Promise<string>;
  /** Lists the tables, functions and schemas that are there. */
  readonly made: string;
  dispose(): Promise<void>;
}

/** Registers tests that run the two blocks of statements from `first` on, of those that the page has. */
export function describeRights(first: number, make: () => Promise<RightsPlace>): void {
  test("a user who may change rows is served with the rights of the page", async () => {
    await using database = await opened(make);
    const user = await database.grant(first);
    const served = await servedFrom(database, user);
    expect(await served.call("Add", { id: 1, note: "n" })).toMatchObject({ status: 200 });
    expect(await served.call("Edit", { id: 1, note: "m" })).toMatchObject({ status: 200 });
    expect(await served.call("Find")).toMatchObject({ status: 200, body: [{ id: 1, note: "m" }] });
    expect(await served.get("tables/Notes/history?key=1")).toMatchObject({ status: 200 });
    expect(await served.call("Delete", { id: 1 })).toMatchObject({ status: 200 });
    expect(await served.stop()).toMatchObject({ code: 0 });
    const again = await capture("introspect", user.address, ...database.read);
    expect(again.err).toContain("1 table with 2 columns");
    const proposed = loadDefinition(again.out);
    expect(proposed.diagnostics).toEqual([]);
    expect([...(proposed.output?.tables.keys() ?? [])]).toEqual(["notes"]);
  });

  test("a user who may only read is served with --read-only, and keeps nothing in the database", async () => {
    await using database = await opened(make);
    await database.run(`insert into ${database.place}notes values (1, 'Straße'), (2, 'x')`);
    const before = await database.run(database.made);
    const user = await database.grant(first + 1);
    const served = await servedFrom(database, user, "--read-only");
    expect(await served.call("Find")).toMatchObject({
      status: 200,
      body: [{ id: 1, note: "Straße", Loud: "STRASSE" }, { id: 2 }],
    });
    expect(await served.call("Find", { id: 2 })).toMatchObject({ status: 200, body: [{ note: "x" }] });
    const Selector = 'FILTER(Notes, AND([note] = "STRAßE", [id] < 5))';
    expect(await served.call("Find", undefined, { Selector })).toMatchObject({ body: [{ id: 1 }] });
    for (const action of ["Add", "Edit", "Delete"])
      expect(await served.call(action, { id: 1, note: "m" })).toMatchObject({
        status: 503,
        body: {
          code: "server/read-only",
          detail: expect.stringContaining("This server answers Finds and changes nothing."),
        },
      });
    for (const path of ["tables/Notes/history?key=1", "changes", "runs", "events"])
      expect([path, await served.get(path)]).toMatchObject([
        path,
        {
          status: 404,
          body: { code: "server/keeps-nothing", detail: expect.stringContaining("keeps no history") },
        },
      ]);
    const asOf = { AsOf: "2025-01-01T00:00:00Z" };
    expect(await served.call("Find", undefined, asOf)).toMatchObject({
      body: { code: "server/keeps-nothing" },
    });
    expect(await served.stop()).toMatchObject({ code: 0 });
    const refused = await capture("serve", ...argumentsOf(database, user));
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("only read with --read-only") });
    const checked = await capture("serve", "--check", "--read-only", ...argumentsOf(database, user));
    expect(checked.out).toContain("is reached and fits; rows are only read.");
    expect(await database.run(database.made)).toEqual(before);
  });

  test("a change that the user may not make is refused at its row, with what to grant", async () => {
    await using database = await opened(make);
    await database.run(`insert into ${database.place}notes values (1, 'a')`);
    const served = await servedFrom(database, await database.keeper());
    expect(await served.call("Find")).toMatchObject({ status: 200, body: [{ id: 1, note: "a" }] });
    for (const [action, row, column] of [
      ["Edit", { id: 1, note: "b" }, "note"],
      ["Add", { id: 2, note: "b" }],
      ["Delete", { id: 1 }],
    ] as const) {
      const refused = await served.call(action, row);
      const error = { row: 1, ...(column === undefined ? {} : { column }), code: "rule/constraint" };
      expect(refused).toMatchObject({ status: 400, body: { errors: [error] } });
      const words = 'does not let the user of this server write .* in table "Notes". Grant the right';
      expect(refused.body).toMatchObject({ detail: expect.stringMatching(words) });
    }
    expect(await served.call("Edit", { id: 1, note: "a" })).toMatchObject({ status: 200 });
    expect(await served.stop()).toMatchObject({ code: 0 });
    expect(await database.run(`select * from ${database.place}notes`)).toEqual([{ id: 1, note: "a" }]);
  });

  test("commands that only look leave the database as it is", async () => {
    await using database = await opened(make);
    const user = await database.grant(first);
    const before = await database.run(database.made);
    const [definition = "", , store = ""] = argumentsOf(database, user);
    await lookAt(definition, store);
    expect(await database.run(database.made)).toEqual(before);
    const reader = await database.grant(first + 1);
    const [served, checked] = [[], ["--check"]].map((flags) =>
      capture("serve", ...argumentsOf(database, reader), ...flags),
    );
    const reason = (await served)?.err.trimEnd().split("\n").at(-1);
    expect(await checked).toMatchObject({ code: 1, err: expect.stringContaining(String(reason)) });
    const read = await capture("explain", definition, "Notes", "--store", reader.address);
    expect(read).toMatchObject({ code: 0 });
  });

  test("a table of ours is no table of such a user's", async () => {
    await using database = await opened(make);
    const user = await database.grant(first + 1);
    const [, ...options] = argumentsOf(database, user);
    const folder = folderOf({ "app.yaml": definitionOver(database.place).replace(/ {4}source: .*\n/u, "") });
    const { code, err } = await capture("serve", "--read-only", join(folder, "app.yaml"), ...options);
    expect(code).toBe(1);
    expect(err).toContain(
      'Table "Notes" has no source, and the database has no tables of ours: give it one, or serve the application without ' +
        "--read-only first, on the primary server and as a user who may make tables.",
    );
  });
}

interface User {
  readonly name: string;
  readonly password: string;
  readonly address: string;
}

const page = readFileSync(resolve(import.meta.dirname, "../../../docs/your-database.md"), "utf8");
const statements =
  page.split("\n## The rights of its user\n")[1]?.match(/(?<=```sql\n)[\s\S]*?(?=```)/gu) ?? [];

async function opened(make: () => Promise<RightsPlace>) {
  const database = await make();
  const users: string[] = [];
  return {
    ...database,
    /** Runs a block of statements for a user of this test's own. */
    async grant(block: number): Promise<User> {
      const name = `reader_${crypto.randomUUID().slice(0, 8)}`;
      users.push(name);
      await database.run((statements[block] ?? "").replaceAll(/shop_(?:app|reader)/gu, name));
      return { name, password: "change me", address: database.address(name, "change me") };
    },
    async keeper(): Promise<User> {
      const name = `keeper_${crypto.randomUUID().slice(0, 8)}`;
      users.push(name);
      return { name, password: "change me", address: await database.makeKeeper(name) };
    },
    async [Symbol.asyncDispose]() {
      await database.dispose();
      for (const name of users) await database.run(`drop user ${name}`);
    },
  };
}

function argumentsOf({ place }: RightsPlace, { address }: User): readonly string[] {
  const folder = folderOf({ "app.yaml": definitionOver(place) });
  const options = ["--store", address, "--port", "0", "--allow-plain-keys"];
  return [join(folder, "app.yaml"), ...options];
}

async function servedFrom(database: RightsPlace, user: User, ...flags: string[]) {
  const served = begin(["serve", ...argumentsOf(database, user), ...flags]);
  await Promise.race([
    served.done,
    vi.waitFor(() => expect(served.out() + served.err()).toContain("curl "), { timeout: 150_000 }),
  ]);
  const address = /served at (\S+)/u.exec(served.out())?.[1];
  const headers = { ApplicationAccessKey: "V2-rights", "Content-Type": "application/json" };
  const answered = async (path: string, request: RequestInit) => {
    const answer = await fetch(`${address}/${path}`, { ...request, headers });
    const body = (await answer.json()) as { readonly Rows?: unknown };
    return { status: answer.status, body: body.Rows ?? body };
  };
  return {
    get: (path: string) => answered(path, {}),
    call: (Action: string, row?: object, Properties = {}) =>
      answered("tables/Notes/Action", {
        method: "POST",
        body: JSON.stringify({ Action, Rows: row === undefined ? [] : [row], Properties }),
      }),
    stop() {
      served.stop();
      return served.done;
    },
  };
}

const definitionOver = (place: string) => `
tablewright: 1
app: { id: rights, name: Rights, timezone: UTC, locale: en-US, api: { enabled: true, accessKeys: [{ name: all, key: V2-rights, events: true }] } }
tables:
  Notes:
    source: ${place}notes
    history: { keep: 30d }
    key: [id]
    columns:
      id: { type: Number }
      note: { type: Text }
      Loud: { type: Text, virtual: true, formula: "UPPER([note])" }
`;
