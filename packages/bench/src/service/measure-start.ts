import { Agent } from "node:http";
import type { Measure } from "../figure.ts";
import { ask } from "./drive.ts";
import { PATH } from "./operations.ts";
import { definitionOf } from "./records.ts";
import { startServer } from "./server-process.ts";
import { startPublished } from "./start-published.ts";
import { withPlace } from "./with-place.ts";

/**
 * `tablewright serve` as published over an SQLite file with all rows: seconds from the start to the first answer, the memory
 * then, and what reading it all adds.
 */
export const measure: Measure = async ({ rows }) =>
  withPlace("sqlite", async (place) => {
    const serving = { kind: "sqlite", rows, shape: "plain", isFilled: false } as const;
    await (await startServer("ours", serving, place)).stop();
    const server = await startPublished(definitionOf("plain"), place);
    const agent = new Agent();
    const began = performance.now();
    await ask(agent, server.port, PATH, { Action: "Find", Rows: [{ Id: 1 }] });
    const seconds = (server.startedIn + performance.now() - began) / 1_000;
    const { memory } = await server.usageWhenCollected();
    server.watchMemory();
    await ask(agent, server.port, PATH, { Action: "Find" });
    const afterwards = await server.usage();
    agent.destroy();
    await server.stop();
    return [
      { name: "start to first answer", ratio: seconds },
      { name: "memory after start", ratio: memory },
      { name: "growth by reading all rows", ratio: Math.max(afterwards.peak - memory, 0) },
    ];
  });
