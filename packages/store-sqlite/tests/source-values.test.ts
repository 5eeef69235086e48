/** What programs write into files of SQLite, in the forms that they have for it. */
import { DatabaseSync } from "node:sqlite";
import { createEngine, loadDefinition } from "@tablewright/core";
import { expect, onTestFinished, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

/** An engine over a file, and a question of the program that owns the file. */
async function open(sql: string, columns: string) {
  const { file, remove } = temporaryFile();
  const theirs = new DatabaseSync(file);
  theirs.exec(sql);
  const { output: definition, diagnostics } = loadDefinition(`
tablewright: 1
app: { id: theirs, name: Theirs, timezone: Europe/Berlin, locale: en-US }
tables:
  T:
    source: t
    key: [id]
    columns:
      id: { type: Number }
      ${columns}
`);
  if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
  const services = { now: () => Date.UTC(2026, 0, 5), random: Math.random, newId: () => crypto.randomUUID() };
  const engine = await createEngine({ definition, store: sqliteStore(file), services });
  onTestFinished(async () => {
    await engine.close();
    theirs.close();
    remove();
  });
  return {
    engine,
    ask: (sql: string) =>
      theirs
        .prepare(sql)
        .all()
        .map((row) => Object.values(row)[0]),
  };
}

test.each([
  ["boolean", "'t', 'f', 't'", "t", "f"],
  ["boolean", "'true', 'false', 1", "true", "false"],
  ["varchar(5)", "'Yes', 'No', 'Yes'", "Yes", "No"],
  ["char(1)", "'Y', 'N', 'Y'", "Y", "N"],
  ["text", "'TRUE', 'FALSE', 'TRUE'", "TRUE", "FALSE"],
  ["boolean", "1, 0, 't'", 1, 0],
  ["integer", "1, 0, 1", 1, 0],
])("yes and no in a column of type %s with %s", async (type, values, yes, no) => {
  const rows = values.split(", ").map((value, at) => `(${at + 1}, ${value})`);
  const { engine, ask } = await open(
    `create table t (id integer primary key, v ${type}); insert into t values ${rows.join(", ")}, (4, ''), (5, null)`,
    "v: { type: Yes/No }",
  );
  const found = await engine.find("T");
  expect(found).toMatchObject({ ok: true, warnings: [] });
  expect(found.ok && found.rows.map(({ v }) => v)).toEqual([true, false, true, null, null]);
  const idsOf = async (selector: string) => {
    const result = await engine.find("T", { selector });
    return result.ok ? result.rows.map(({ id }) => id) : result.diagnostics;
  };
  expect(await idsOf("FILTER(T, [v])")).toEqual([1, 3]);
  expect(await idsOf("FILTER(T, [v] = FALSE)")).toEqual([2]);
  expect(await idsOf("FILTER(T, ISBLANK([v]))")).toEqual([4, 5]);
  expect(await engine.edit("T", found.ok ? found.rows : [])).toMatchObject({ ok: true });
  expect(await ask("select quote(v) from t order by id")).toEqual([...values.split(", "), ...["''", "NULL"]]);
  const changed = [
    { id: 1, v: false },
    { id: 2, v: true },
  ];
  expect(await engine.edit("T", changed)).toMatchObject({ ok: true, rows: changed });
  expect(await engine.add("T", [{ id: 9, v: true }])).toMatchObject({ ok: true, rows: [{ v: true }] });
  expect(await ask("select v from t where id in (1, 2, 9) order by id")).toEqual([no, yes, yes]);
});
