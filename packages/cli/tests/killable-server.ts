import { type KillableProcess, killableProcess } from "./killable-process.ts";

/** `tablewright serve` on a free port, another one after each start. */
export interface KillableServer extends Pick<KillableProcess, "kill"> {
  readonly address: string;
}

/** Resolves when the server answers. */
export async function killableServer(
  environment: Readonly<Record<string, string>>,
  file: string,
  store: string,
  ...options: string[]
): Promise<KillableServer> {
  const input = ["serve", file, "--wire", "typed", "--store", store, "--port", "0", ...options];
  const { prints, kill } = killableProcess(environment, ...input);
  const printed = await prints("curl ");
  const [, address = ""] = /served at (\S+)/u.exec(printed) ?? [];
  return { address, kill };
}
