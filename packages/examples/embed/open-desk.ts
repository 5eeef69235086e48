import { readFileSync } from "node:fs";
import { createEngine, type Engine, loadDefinition, type Services } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";

/** The engine of the help desk; whatever it takes from the outside world is handed in. */
export async function openDesk(services: Services): Promise<Engine> {
  const { output: definition, diagnostics } = loadDefinition(
    readFileSync(new URL("desk.yaml", import.meta.url), "utf8"),
  );
  if (definition === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return createEngine({ definition, store: memoryStore(), services });
}
