/** The command as a process of its own. */
import { spawn } from "node:child_process";
import { bundledProgram } from "@tablewright/tooling/bundled-program";

export function start(...input: string[]) {
  return startWith({}, ...input);
}

/** With more variables of its environment than this process has. */
export function startWith(environment: Readonly<Record<string, string>>, ...input: string[]) {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [bundledProgram("cli/src/main.ts"), ...input], { env });
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const code = new Promise<number | null>((done) => child.on("close", done));
  /** Resolves with all that was printed once the text is part of it; rejects with the errors where the process ends before. */
  const printed = (awaited: string) =>
    new Promise<string>((done, fail) => {
      const look = () => text.includes(awaited) && done(text);
      child.stdout.on("data", look);
      code.then((ended) =>
        fail(new Error(`The process ended with ${ended} before it printed "${awaited}":\n${errors}`)),
      );
      look();
    });
  return { child, output: () => text, errors: () => errors, code, printed };
}
