import type { Engine } from "../engine.ts";

/** A method of the engine, whatever it takes. */
export type EngineCall = (...given: unknown[]) => unknown;

/** The engine with other methods in the place of those for which there is one. */
export function mapCalls(
  engine: Engine,
  replace: (name: keyof Engine, call: EngineCall) => EngineCall | undefined,
): Engine {
  const members = Object.entries(engine).map(([name, member]) =>
    typeof member === "function"
      ? [name, replace(name as keyof Engine, member as EngineCall) ?? member]
      : [name, member],
  );
  return Object.fromEntries(members) as Engine;
}
