/** Fills a table of the store it is given and reads it in ways that must not hold its rows; prints what it has seen as JSON. */
import { createEngine, jsonRowsOf, loadDefinition, type Result } from "@tablewright/core";
import { systemServices } from "../../src/platform.ts";
import { openStore } from "../../src/stores/open-store.ts";

const [address = "", count = ""] = process.argv.slice(2);

const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: many, name: Many, owner: me@example.com }
tables:
  Notes:
    key: [Id]
    columns:
      Id: { type: Number }
      Author: { type: Text }
      Text: { type: LongText }
      Rank: { type: Number }
      Written: { type: Date }
`);
if (definition === undefined) throw new Error("The definition has errors.");
const store = await openStore(address);
const engine = await createEngine({
  definition,
  store,
  services: systemServices,
  limits: { milliseconds: 600_000 },
});
await store.write(async (transaction) => {
  for (let first = 0; first < Number(count); first += 5_000)
    await transaction.insert(
      "Notes",
      Array.from({ length: 5_000 }, (_, at) => note(first + at)),
    );
});

/** No database splits texts as the language does. */
const kept = 'FILTER(Notes, IN("needle", SPLIT([Text], " ")))';
const explained = await engine.explain({
  action: "Find",
  table: "Notes",
  properties: { Selector: kept },
});
const few = await engine.execute({ action: "Find", table: "Notes", properties: { Selector: kept } });
const all = await engine.execute({ action: "Find", table: "Notes", rowsAs: "json" });
await engine.close();

process.stdout.write(
  JSON.stringify({
    pushed: explained.output?.conditions.map(({ pushed }) => pushed),
    few: idsOf(few),
    all: summaryOf(all),
  }),
);

function note(at: number) {
  const text = `Note ${at}: ${at % 50_000 === 777 ? "a needle in a haystack" : "nothing but hay"}`;
  return [at, `Author ${at % 1_000}`, text, at % 7, 20_000 + (at % 365)];
}

function idsOf(result: Result): unknown {
  return result.ok ? result.rows.map(({ Id }) => Id) : result.diagnostics;
}

/** How many rows, the bytes of their JSON, and how it ends. */
function summaryOf(result: Result): unknown {
  if (!result.ok) return result.diagnostics;
  const rows = jsonRowsOf(result);
  let bytes = 0;
  let end = Buffer.alloc(0);
  for (const piece of rows.pieces()) {
    bytes += piece.length;
    end = Buffer.concat([end, piece]).subarray(-60);
  }
  return { count: rows.count, bytes, end: end.toString() };
}
