/** A command that a test ends by force. */
import { setTimeout as wait } from "node:timers/promises";
import { startWith } from "./start.ts";

export interface KillableProcess {
  /** Resolves when what the command prints contains the text; rejects when it has ended before. */
  prints(text: string): Promise<string>;
  /** Ends it by SIGKILL, and waits until it is gone; does nothing a second time. Rejects when it had ended by itself. */
  kill(): Promise<void>;
}

export function killableProcess(
  environment: Readonly<Record<string, string>>,
  ...input: string[]
): KillableProcess {
  const { child, output, errors, code } = startWith(environment, ...input);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const ownEnd = () => {
    const end = child.signalCode ?? child.exitCode;
    return new Error(`"${input[0]}" has ended by itself (${end}): ${output()}${errors()}`);
  };
  return {
    async prints(text) {
      while (!output().includes(text)) {
        if (hasEnded()) throw ownEnd();
        await wait(10);
      }
      return output();
    },
    async kill() {
      if (!child.killed && hasEnded()) throw ownEnd();
      child.kill("SIGKILL");
      await code;
    },
  };
}
