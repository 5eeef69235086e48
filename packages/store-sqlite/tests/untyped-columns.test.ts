/** Columns without a type, whose rows come and go. */
import { DatabaseSync } from "node:sqlite";
import { createEngine, loadDefinition } from "@tablewright/core";
import { expect, test } from "vitest";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

test("are what the definition says, whether a view has rows at the start or not", async () => {
  const { file, remove } = temporaryFile();
  const theirs = new DatabaseSync(file);
  theirs.exec(`create table sale (id integer primary key, price real, count integer, sold date);
    create view total as select id, price * count as paid, count * 2 as twice, date(sold, '+1 day') as due,
      sold is not null as is_sold, 'no. ' || id as name from sale`);
  const { output: definition } = loadDefinition(DEFINITION);
  const store = sqliteStore(file);
  const services = { now: () => 0, random: () => 0, newId: () => "" };
  const engine = await createEngine({ definition: definition ?? expect.fail(), store, services });
  expect(await engine.find("Total")).toMatchObject({ ok: true, rows: [] });
  theirs.exec("insert into sale values (1, 2.5, 3, '2026-01-05'), (2, 1, 'many', 'soon')");
  expect(await engine.find("Total")).toMatchObject({
    ok: true,
    rows: [
      { paid: 7.5, twice: 6, due: "2026-01-06", is_sold: true, name: "no. 1" },
      { paid: 0, twice: 0, due: null, name: "no. 2" },
    ],
  });
  const found = await engine.find("Total", {
    selector: 'FILTER(Total, AND([twice] > 5, [due] = "01/06/2026"))',
  });
  expect(found).toMatchObject({ ok: true, rows: [{ id: 1 }] });
  await engine.close();
  theirs.close();
  remove();
});

const DEFINITION = `
tablewright: 1
app: { id: sales, name: Sales, locale: en-US }
tables:
  Total:
    source: total
    updates: []
    key: [id]
    columns:
      id: { type: Number }
      paid: { type: Decimal }
      twice: { type: Number }
      due: { type: Date }
      is_sold: { type: Yes/No }
      name: { type: Text }
`;
