import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "@tablewright/core";
import { bundledProgram } from "@tablewright/tooling/bundled-program";
import { systemServices } from "../../src/platform.ts";
import { readDefinitionFile } from "../../src/read-definition.ts";
import { openStore } from "../../src/stores/open-store.ts";

/** Its keys are drawn, so that a row that was imported twice would be there twice. */
const APP = `
tablewright: 1
app: { id: killed, name: Killed }
tables:
  Items:
    key: [Id]
    columns: { Id: { type: Text, initialValue: "UNIQUEID() & UNIQUEID()" }, Number: { type: Number, required: true } }
`;

/** What is in the store and in the file of refused rows after the last run. */
export interface ImportedItems {
  readonly runs: number;
  readonly numbers: readonly number[];
  readonly refusedFile: string;
}

/** Kills an import at random moments, at most so often, and runs the same command until it comes to its end. */
export async function killImport(
  address: string,
  folder: string,
  rows: number,
  kills: number,
): Promise<ImportedItems> {
  const lines = Array.from({ length: rows }, (_, at) => (isRefused(at) ? `x${at}` : at));
  writeFileSync(join(folder, "app.yaml"), APP);
  writeFileSync(join(folder, "items.csv"), `Number\n${lines.join("\n")}\n`);
  const refusedFile = join(folder, "refused.csv");
  const args = [
    "import",
    join(folder, "app.yaml"),
    "Items",
    join(folder, "items.csv"),
    "--store",
    address,
    "--rejected",
    refusedFile,
  ];
  const program = bundledProgram("cli/src/main.ts");
  for (let runs = 1; ; runs++) {
    const child = spawn(process.execPath, [program, ...args], { stdio: "ignore" });
    const timer =
      runs > kills ? undefined : setTimeout(() => child.kill("SIGKILL"), 200 + Math.random() * LONGEST_LIFE);
    const [code] = (await once(child, "exit")) as [number | null];
    clearTimeout(timer);
    if (code !== null)
      return { runs, numbers: await numbersIn(address, join(folder, "app.yaml")), refusedFile };
  }
}

/** Whether the row at a place, from 0, is one that is refused. */
export function isRefused(at: number): boolean {
  return at % 997 === 0;
}

async function numbersIn(address: string, file: string): Promise<readonly number[]> {
  const { definition } = await readDefinitionFile(file);
  if (definition === undefined) throw new Error("The definition of the test has errors.");
  const engine = await createEngine({
    definition,
    store: await openStore(address),
    services: systemServices,
  });
  const numbers: number[] = [];
  await engine.unload(["Items"], ({ rows }) => {
    for (const [, number] of rows) numbers.push(Number(number));
  });
  await engine.close();
  return numbers;
}

/** Milliseconds; the command needs a good part of them to begin. */
const LONGEST_LIFE = 1_500;
