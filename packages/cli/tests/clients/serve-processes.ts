import { join } from "node:path";
import { expect } from "vitest";
import { folderOf } from "../folder.ts";
import { start } from "../start.ts";
import { DEFINITION } from "./counters-application.ts";

/** Serves the counters by so many processes over one store while `use` runs; they have ended when it answers. */
export async function serveProcesses<T>(
  count: number,
  store: string,
  use: (addresses: readonly string[]) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  const file = join(folderOf({ "app.yaml": DEFINITION }), "app.yaml");
  const input = ["serve", file, "--wire", "typed", "--store", store, "--port", "0", ...settings];
  const processes = Array.from({ length: count }, () => start(...input));
  try {
    const addresses = processes.map(async ({ output }) => {
      await expect.poll(output).toContain("curl ");
      return /served at (\S+)/u.exec(output())?.[1] as string;
    });
    return await use(await Promise.all(addresses));
  } finally {
    for (const { child } of processes) child.kill();
    const codes = await Promise.all(processes.map(({ code }) => code));
    expect(codes).toEqual(processes.map(() => 0));
  }
}
