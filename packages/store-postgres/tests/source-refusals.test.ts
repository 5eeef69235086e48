/** What triggers, rules and deferred constraints of another program's table in PostgreSQL refuse, and what callers are told of it. */
import { createEngine, type Engine, loadDefinition, type Result } from "@tablewright/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("another program's table", () => {
  const schema = `refusals_${crypto.randomUUID().replaceAll("-", "")}`;
  const { options, release } = server === "" ? ({} as never) : temporarySchema();
  let engine: Engine;
  beforeAll(async () => {
    await ask(`create schema ${schema}`);
    await ask(`set search_path to ${schema}`);
    await ask(STATEMENTS);
    await ask("reset search_path");
    const { output: definition } = loadDefinition(definitionOver(schema));
    const services = { now: () => 0, random: () => 0, newId: () => "" };
    const store = await postgresStore(options);
    engine = await createEngine({ definition: definition ?? expect.fail(), store, services });
  });
  afterAll(async () => {
    await engine.close();
    await ask(`drop schema ${schema} cascade`);
    await release();
  });

  const errorOf = async (result: Promise<Result>) => {
    const answer = await result;
    if (answer.ok) throw new Error(`The call was accepted: ${JSON.stringify(answer.rows)}`);
    const [{ code, column, row, message } = { code: "", message: "" }] = answer.diagnostics;
    return { code, column, row, message };
  };

  test("a deferred constraint that the end of the call violates is named", async () => {
    expect(await errorOf(engine.add("Steps", [{ Id: 3, Next: 99 }]))).toMatchObject({
      code: "rule/constraint",
      column: "Next",
      message: expect.stringContaining("step_next_fkey"),
    });
    expect(await errorOf(engine.edit("Steps", [{ Id: 2, Place: 1 }]))).toMatchObject({
      code: "rule/constraint",
      column: "Place",
      message: expect.stringContaining("step_place_key"),
    });
  });

  test("rows that violate it only for a while are taken", async () => {
    const turned = await engine.edit("Steps", [
      { Id: 1, Place: 2 },
      { Id: 2, Place: 1 },
    ]);
    expect(turned.ok).toBe(true);
    const added = await engine.add("Steps", [
      { Id: 5, Next: 6 },
      { Id: 6, Next: 5 },
    ]);
    expect(added.ok).toBe(true);
  });

  test.each(["P0001", "UE001", "XX999", "58001", "P0002"])(
    "an error that a trigger raises as %s is told",
    async (code) => {
      expect(await errorOf(engine.add("Cases", [{ Id: 9, Note: `raise ${code}` }]))).toMatchObject({
        code: "rule/constraint",
        row: 1,
        message: expect.stringContaining("not in this way"),
      });
    },
  );

  test("a row that a trigger keeps as it is, or keeps from going, is an error", async () => {
    const ignored = { code: "rule/constraint", row: 1, message: expect.stringContaining("as it was") };
    expect(await errorOf(engine.edit("Cases", [{ Id: 1, Note: "ignore" }]))).toMatchObject(ignored);
    expect(await errorOf(engine.delete("Cases", [{ Id: 1 }]))).toMatchObject(ignored);
    expect(await ask(`select note from ${schema}.cases where id = 1`)).toEqual([{ note: "KEPT" }]);
  });

  test("what a trigger turns back into what was there is no error", async () => {
    expect(await engine.edit("Cases", [{ Id: 1, Note: "kept" }])).toMatchObject({
      ok: true,
      rows: [{ Note: "KEPT" }],
    });
  });

  test("a row that a policy of row-level security does not take is an error at it", async () => {
    const role = `role_${schema}`;
    await ask(`create role ${role} login password 'for tests'`);
    await ask(`grant usage on schema ${schema} to ${role}`);
    await ask(`grant select, insert, update on ${schema}.secret to ${role}`);
    const others = { ...options, schema: `own_${schema}` };
    await ask(`create schema "${others.schema}" authorization ${role}`);
    const address = new URL(server);
    address.username = role;
    address.password = "for tests";
    const { output: definition } = loadDefinition(secretsOf(schema));
    const own = await createEngine({
      definition: definition ?? expect.fail(),
      store: await postgresStore({ ...others, connectionString: address.href }),
      services: { now: () => 0, random: () => 0, newId: () => "" },
    });
    try {
      expect(await own.find("Secrets")).toMatchObject({ ok: true, rows: [{ Id: 1 }] });
      const refused = { code: "rule/constraint", row: 1, message: expect.stringContaining("policy") };
      expect(await errorOf(own.add("Secrets", [{ Id: 3, Owner: "you" }]))).toMatchObject(refused);
      expect(await errorOf(own.edit("Secrets", [{ Id: 1, Owner: "you" }]))).toMatchObject(refused);
      expect(await own.add("Secrets", [{ Id: 4, Owner: "me" }])).toMatchObject({ ok: true });
    } finally {
      await own.close();
      await ask(`drop schema "${others.schema}" cascade`);
      await ask(`drop owned by ${role}`);
      await ask(`drop role ${role}`);
    }
  });

  test("a row that a rule marks in place of deleting it is deleted as far as the program goes", async () => {
    expect(await engine.delete("Marks", [{ Id: 1 }])).toMatchObject({ ok: true });
    expect(await ask(`select is_gone from ${schema}.marks`)).toEqual([{ is_gone: true }]);
  });
});

const STATEMENTS = `
create table step (
  id integer primary key,
  next integer references step (id) deferrable initially deferred,
  place integer unique deferrable initially deferred
);
insert into step values (1, null, 1), (2, 1, 2);
create table cases (id integer primary key, note text);
insert into cases values (1, 'KEPT');
create function guard_case() returns trigger language plpgsql as $$
begin
  if new.note like 'raise %' then
    raise exception using errcode = substr(new.note, 7), message = 'not in this way';
  end if;
  if new.note = 'ignore' then return null; end if;
  new.note := upper(new.note);
  return new;
end $$;
create trigger guard before insert or update on cases for each row execute function guard_case();
create function keep_case() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger keep before delete on cases for each row execute function keep_case();
create table secret (id integer primary key, owner text);
insert into secret values (1, 'me'), (2, 'you');
alter table secret enable row level security;
create policy own on secret using (owner = 'me') with check (owner = 'me');
create table marks (id integer primary key, is_gone boolean not null default false);
insert into marks values (1);
create rule mark as on delete to marks do instead update marks set is_gone = true where id = old.id;
`;

const definitionOver = (schema: string) => `
tablewright: 1
app: { id: refusals, name: Refusals }
tables:
  Steps:
    source: ${schema}.step
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Next: { type: Number, source: next }
      Place: { type: Number, source: place }
  Cases:
    source: ${schema}.cases
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Note: { type: Text, source: note }
  Marks:
    source: ${schema}.marks
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Is gone: { type: Yes/No, source: is_gone }
`;

const secretsOf = (schema: string) => `
tablewright: 1
app: { id: secrets, name: Secrets }
tables:
  Secrets:
    source: ${schema}.secret
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Owner: { type: Text, source: owner }
`;
