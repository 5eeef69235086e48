/** A server process over one node, without HTTP: makes calls for some seconds, and prints how many a second. */
import { createEngine, type Engine, loadDefinition, type Result } from "@tablewright/core";
import { mysqlStore } from "../../src/index.ts";
import { type CallKind, DEFINITION, ROWS } from "./records.ts";

const [url = "", kind = "read", process_ = "0", callers = "1", seconds = "1"] = process.argv.slice(2);

const { output: definition } = loadDefinition(DEFINITION);
if (definition === undefined) throw new Error("The definition does not load.");
const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
const store = await mysqlStore(`${url}?accepts_loss=true&pool=${Number(callers) + 4}`);
const engine: Engine = await createEngine({ definition, store, services });

let next = 0;
const calls: Readonly<Record<CallKind, () => Promise<Result>>> = {
  read: () => engine.find("Records", { keys: [{ Id: `${(next++ * 7) % ROWS}` }] }),
  // Each process has rows of its own.
  edit: () =>
    engine.edit("Records", [{ Id: `${(next++ * 7 + Number(process_) * 3_000) % ROWS}`, Amount: next }]),
  add: () => engine.add("Records", [{ Id: `${process_}.${process.pid}.${next++}`, Amount: 1 }]),
};

await drive(0.5);
process.stdout.write(`${await drive(Number(seconds))}\n`);
await engine.close();

async function drive(length: number): Promise<number> {
  const end = performance.now() + length * 1_000;
  let count = 0;
  const caller = async () => {
    for (; performance.now() < end; count++) {
      const result = await calls[kind as CallKind]();
      if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
    }
  };
  await Promise.all(Array.from({ length: Number(callers) }, caller));
  return count / length;
}
