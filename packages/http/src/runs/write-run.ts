import type { Engine } from "@tablewright/core";

type Run = Awaited<ReturnType<Engine["listRuns"]>>[number];

/** A run as JSON has it: the time in ISO 8601. */
export function writeRun({ at, ...run }: Run): object {
  return { ...run, at: new Date(at).toISOString() };
}
