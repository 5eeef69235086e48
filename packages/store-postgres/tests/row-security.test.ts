/** Policies of row-level security that judge by who calls. */
import { join } from "node:path";
import { loadDefinition } from "@tablewright/core";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { begin, capture } from "../../cli/tests/capture.ts";
import { folderOf } from "../../cli/tests/folder.ts";
import { readPostgresAddress } from "../src/postgres-options.ts";
import { hasPooler, type Pooler, startPooler } from "./pooler.ts";
import { ask, server } from "./temporary-schema.ts";

const name = `policies_${crypto.randomUUID().replaceAll("-", "")}`;
const url = Object.assign(new URL(server === "" ? "postgres://none/none" : server), { pathname: `/${name}` });

describe.skipIf(server === "")("row-level security", () => {
  beforeAll(async () => {
    await ask(`create role ${name} login password 'for tests'`);
    await ask(`create database ${name} template template0 encoding 'UTF8'`);
    await run(`create table note (id integer primary key, owner text not null default current_setting('app.email'), body text);
      alter table note enable row level security;
      create policy admins on note for select using (current_setting('app.role') = 'Admin');
      create policy own on note using (owner = current_setting('app.email'));
      create table unseen (id integer primary key); alter table unseen enable row level security;
      create table plain (id integer primary key);
      create schema tablewright authorization ${name};
      grant select, insert, update, delete on all tables in schema public to ${name}`);
  });
  afterAll(async () => {
    await ask(`drop database ${name} with (force)`);
    await ask(`drop role ${name}`);
  });

  test("is named by introspect, with the settings that it reads", async () => {
    const { out } = await capture("introspect", addressOf(url.href, false));
    expect(loadDefinition(out).diagnostics).toEqual([]);
    const comments = out.split("\n").filter((line) => line.startsWith("  # "));
    expect(comments).toEqual([
      "  # The database hides rows by row-level security, by admins: current_setting('app.role'::text) = 'Admin'::text; own: owner = current_setting('app.email'::text).",
      "  # Its policies read settings: say in the address of the store what they are of the caller, such as call_settings=app.role:email,app.email:email.",
      "  # The database hides rows by row-level security, and no policy shows any.",
    ]);
    const owner = await capture("introspect", url.href, "--schema", "public");
    expect(owner.out).toContain(
      "row-level security, and no policy shows any; this user of it sees all, so does every caller here.",
    );
  });

  test("takes no settings of the server's own, nor such as nothing is known of", () => {
    for (const written of ["role:email", "app.email", "app.email:name", "app.x:settings.", "a.b:role;x"])
      expect(() => readPostgresAddress(`postgres://h/d?call_settings=${written}`)).toThrow(
        `The address of the database has call_settings=${written}; it takes names with a point in them`,
      );
    expect(readPostgresAddress("postgres://h/d?call_settings=a.b:role, c.d:settings.My Team")).toMatchObject({
      callSettings: { "a.b": "role", "c.d": "settings.My Team" },
    });
  });

  describe("of a server", () => tellsCallersApart(() => url.href, ""));

  describe.skipIf(!hasPooler())("behind PgBouncer in transaction mode", () => {
    let pooler: Pooler | undefined;
    beforeAll(async () => {
      pooler = await startPooler(url.href, "transaction", { user: name, password: "for tests" });
    }, 60_000);
    afterAll(() => pooler?.stop());
    tellsCallersApart(() => pooler?.url ?? "", "&prepare=false");
  });
});

/** Calls of three people at once over two connections. */
function tellsCallersApart(address: () => string, more: string): void {
  test("shows and takes of everybody what the policies allow, over HTTP and at once", async () => {
    await run("truncate note");
    const folder = folderOf({ "app.yaml": DEFINITION });
    const store = `${addressOf(address(), true)}&pool=3${more}`;
    const served = begin([
      "serve",
      join(folder, "app.yaml"),
      ...["--store", store, "--port", "0", "--allow-plain-keys"],
    ]);
    await Promise.race([
      served.done,
      vi.waitFor(() => expect(served.out() + served.err()).toContain("curl "), { timeout: 150_000 }),
    ]);
    const place = /served at (\S+)/u.exec(served.out())?.[1];
    const call = async (key: string, Action: string, Rows: readonly object[] = [], Properties = {}) => {
      const answer = await fetch(`${place}/tables/Notes/Action`, {
        method: "POST",
        headers: { ApplicationAccessKey: key, "Content-Type": "application/json" },
        body: JSON.stringify({ Action, Rows, Properties }),
      });
      const body = (await answer.json()) as { readonly Rows?: unknown; readonly code?: string };
      return body.Rows ?? body.code;
    };
    const owners = async (key: string, rows: readonly object[] = [], properties = {}) => {
      const found = (await call(key, "Find", rows, properties)) as { readonly owner: string }[];
      return [...new Set(found.map(({ owner }) => owner))].sort();
    };
    const people = ["ann", "bob"] as const;
    const each = async (person: string, at: number) => {
      const mine = `${person}@example.com`;
      const id = people.indexOf(person as "ann") * 1_000 + at;
      expect(await call(person, "Add", [{ id, body: "x" }])).toMatchObject([{ id, owner: mine }]);
      expect(await owners(person)).toEqual([mine]);
      expect(await owners(person, [], { Selector: "FILTER(Notes, [id] >= 0)" })).toEqual([mine]);
      expect(await owners(person, [{ id }])).toEqual([mine]);
      const other = (id + 1_000) % 2_000;
      expect(await call(person, "Find", [{ id: other }])).toEqual([]);
      expect(await call(person, "Edit", [{ id: other, body: "y" }])).toBe("row/not-found");
      expect(await call(person, "Edit", [{ id, body: "z" }])).toMatchObject([{ body: "z" }]);
      expect(await call(person, "Edit", [{ id, owner: "bob@example.org" }])).toBe("rule/constraint");
      expect(await call(person, "Add", [{ id: 5_000, owner: "carl@example.com" }])).toBe("rule/constraint");
    };
    await Promise.all(Array.from({ length: 12 }, (_, at) => people.map((one) => each(one, at))).flat());
    expect(await owners("carl")).toEqual(["ann@example.com", "bob@example.com"]);
    expect(await call("carl", "Edit", [{ id: 0, body: "y" }])).toBe("rule/constraint");
    expect(await owners("nobody")).toEqual([]);
    served.stop();
    expect(await served.done).toMatchObject({ code: 0 });
  });
}

function addressOf(href: string, hasSettings: boolean): string {
  const address = Object.assign(new URL(href), { username: name, password: "for tests" });
  const settings = hasSettings ? "&call_settings=app.email:email,app.role:role" : "";
  return `${address.href}?accepts_loss=true${settings}`;
}

async function run(sql: string): Promise<void> {
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const keyOf = (person: string) =>
  `{ name: ${person}, key: ${person}, as: ${person}@example.com, runAs: false }`;

const DEFINITION = `
tablewright: 1
app:
  id: notes
  name: Notes
  timezone: UTC
  roles: { carl@example.com: Admin }
  api: { enabled: true, accessKeys: [${["ann", "bob", "carl", "nobody"].map(keyOf).join()}] }
tables:
  Notes:
    source: public.note
    key: [id]
    columns:
      id: { type: Number }
      owner: { type: Text }
      body: { type: Text }
`;
