/** Triggers of another program's table that keep a row from being changed without a word. */
import { DatabaseSync } from "node:sqlite";
import { createEngine, loadDefinition } from "@tablewright/core";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

test("a row that a trigger keeps as it is, or keeps from going, is an error", async () => {
  const { file, remove } = temporaryFile();
  const theirs = new DatabaseSync(file);
  theirs.exec(`
    create table lot (id integer primary key, n integer);
    insert into lot values (1, 5), (2, 500);
    create trigger lot_edited before update on lot when new.n > 100 begin select raise(ignore); end;
    create trigger lot_gone before delete on lot when old.n > 100 begin select raise(ignore); end`);
  const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: lots, name: Lots }
tables:
  Lots:
    source: lot
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      "N": { type: Number, source: n }
`);
  const services = { now: () => 0, random: () => 0, newId: () => "" };
  const engine = await createEngine({
    definition: definition ?? expect.fail(),
    store: sqliteStore(file),
    services,
  });
  try {
    const kept = {
      ok: false,
      diagnostics: [{ code: "rule/constraint", message: expect.stringContaining("as it was") }],
    };
    expect(await engine.edit("Lots", [{ Id: 1, N: 200 }])).toMatchObject(kept);
    expect(await engine.delete("Lots", [{ Id: 1 }, { Id: 2 }])).toMatchObject(kept);
    expect(await engine.edit("Lots", [{ Id: 1, N: 6 }])).toMatchObject({ ok: true, rows: [{ N: 6 }] });
    expect(theirs.prepare("select id, n from lot").all()).toMatchObject([
      { id: 1, n: 6 },
      { id: 2, n: 500 },
    ]);
  } finally {
    await engine.close();
    theirs.close();
    remove();
  }
});

test("a foreign key is named by the only Ref of the row", async () => {
  const { file, remove } = temporaryFile();
  const theirs = new DatabaseSync(file);
  theirs.exec(`
    create table customer (id integer primary key);
    insert into customer values (1);
    create table orders (id integer primary key, customer_id integer references customer (id))`);
  const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: shop, name: Shop }
tables:
  customer: { source: customer, key: [id], columns: { id: { type: Number } } }
  orders:
    source: orders
    key: [id]
    columns: { id: { type: Number }, customer_id: { type: Ref, table: customer } }
`);
  const services = { now: () => 0, random: () => 0, newId: () => "" };
  const engine = await createEngine({
    definition: definition ?? expect.fail(),
    store: sqliteStore(file),
    services,
  });
  try {
    expect(await engine.add("orders", [{ id: 1, customer_id: 1 }])).toMatchObject({ ok: true });
    const refused = {
      code: "rule/constraint",
      row: 2,
      column: "customer_id",
      message: expect.stringContaining('through "customer_id"'),
    };
    const rows = [{ id: 2 }, { id: 3, customer_id: 9 }];
    expect(await engine.add("orders", rows)).toMatchObject({ ok: false, diagnostics: [refused] });
  } finally {
    await engine.close();
    theirs.close();
    remove();
  }
});

test("a row for which a trigger needs a function of another program is refused with the reason", async () => {
  const { file, remove } = temporaryFile();
  const theirs = new DatabaseSync(file);
  theirs.exec(`
    create table books (id integer primary key, title text, sort text);
    insert into books values (1, 'a', 'a');
    create trigger b after insert on books begin update books set sort = title_sort(new.title) where id = new.id; end`);
  const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: books, name: Books }
tables:
  Books:
    source: books
    key: [id]
    columns:
      id: { type: Number }
      title: { type: Text }
`);
  const services = { now: () => 0, random: () => 0, newId: () => "" };
  const store = sqliteStore(file);
  const engine = await createEngine({ definition: definition ?? expect.fail(), store, services });
  try {
    expect(await engine.add("Books", [{ id: 2, title: "b" }])).toMatchObject({
      ok: false,
      diagnostics: [
        {
          code: "rule/constraint",
          row: 1,
          message:
            'The database does not take the row of table "Books": it needs a function of another program, no such function: title_sort.',
        },
      ],
    });
    expect(await engine.edit("Books", [{ id: 1, title: "c" }])).toMatchObject({ ok: true });
    expect(theirs.prepare("select title from books").all()).toMatchObject([{ title: "c" }]);
  } finally {
    await engine.close();
    theirs.close();
    remove();
  }
});
