/** Columns of another program's table whose names SQLite itself has another meaning for. */
import { DatabaseSync } from "node:sqlite";
import { createEngine, loadDefinition } from "@tablewright/core";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

test.each(["true", "FALSE", "null", "rowid", "select"])("a column called %s", async (name) => {
  const { file, remove } = temporaryFile();
  const theirs = new DatabaseSync(file);
  theirs.exec(`create table poll ("${name}" text primary key, votes integer)`);
  theirs.exec("insert into poll values ('a', 1), ('b', 2)");
  const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: polls, name: Polls }
tables:
  Polls:
    source: poll
    key: [Answer]
    columns:
      Answer: { type: Text, source: "${name}" }
      Votes: { type: Number, source: votes }
`);
  const services = { now: () => 0, random: () => 0, newId: () => "" };
  const engine = await createEngine({
    definition: definition ?? expect.fail(),
    store: sqliteStore(file),
    services,
  });
  try {
    const votes = async (request: Parameters<typeof engine.find>[1]) => {
      const answer = await engine.find("Polls", request);
      return answer.ok ? answer.rows.map((row) => row.Votes) : answer.diagnostics;
    };
    expect(await votes({})).toEqual([1, 2]);
    expect(await votes({ keys: [{ Answer: "b" }] })).toEqual([2]);
    expect(await votes({ selector: 'FILTER(Polls, [Answer] = "b")' })).toEqual([2]);
    expect(await engine.edit("Polls", [{ Answer: "a", Votes: 3 }])).toMatchObject({ ok: true });
    expect(await engine.add("Polls", [{ Answer: "c", Votes: 4 }])).toMatchObject({ ok: true });
    expect(await engine.delete("Polls", [{ Answer: "b" }])).toMatchObject({ ok: true });
    expect(theirs.prepare("select votes from poll").all()).toMatchObject([{ votes: 3 }, { votes: 4 }]);
  } finally {
    await engine.close();
    theirs.close();
    remove();
  }
});
