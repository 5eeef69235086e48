import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, loadDefinition } from "@tablewright/core";
import { sqliteStore } from "@tablewright/store-sqlite";
import { type ServedConsole, serveConsole } from "../serve-console.ts";

export const KEY = "V2-million";

const DEFINITION = `
tablewright: 1
app: { id: million, name: Million, owner: owner@example.com, api: { enabled: true, accessKeys: [{ name: million, key: ${KEY} }] } }
tables:
  Readings:
    key: [Reading]
    columns:
      Reading: { type: Number }
      Station: { type: Text, label: true }
      Kind: { type: Enum, values: [Air, Water, Soil] }
      Day: { type: Date }
      Value: { type: Decimal, decimalDigits: 2 }
      Cost: { type: Price }
      Checked: { type: Yes/No }
      Note: { type: LongText }
`;

/** The console in front of a table of so many rows in a temporary SQLite file. */
export async function serveMillion(rows: number): Promise<ServedConsole> {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-million-"));
  const { output: definition } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error("The definition has errors.");
  const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
  const engine = await createEngine({ definition, store: sqliteStore(join(folder, "million.db")), services });
  const columns = ["Reading", "Station", "Kind", "Day", "Value", "Cost", "Checked", "Note"];
  const loaded = await engine.load([{ table: "Readings", columns, rows: batches(rows) }]);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const served = await serveConsole(engine, "million");
  return {
    ...served,
    stop: async () => {
      await served.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function* batches(rows: number) {
  for (let first = 1; first <= rows; first += BATCH) {
    const count = Math.min(BATCH, rows - first + 1);
    yield Array.from({ length: count }, (_, at) => ({ cells: cellsOf(first + at) }));
  }
}

const BATCH = 10_000;

function cellsOf(number: number) {
  const day = `20${String(10 + (number % 16))}-0${1 + (number % 9)}-1${number % 10}`;
  const kind = ["Air", "Water", "Soil"][number % 3] as string;
  return [
    number,
    `Station ${number % 997}`,
    kind,
    day,
    (number % 10_000) / 100,
    number % 500,
    number % 2 === 0,
    `Note ${number}`,
  ];
}
