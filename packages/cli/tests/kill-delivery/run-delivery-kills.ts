import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { folderOf } from "../folder.ts";
import { type KillableProcess, killableProcess } from "../killable-process.ts";
import { type KillableServer, killableServer } from "../killable-server.ts";
import { addOrders } from "./add-orders.ts";
import { finishDeliveries } from "./finish-deliveries.ts";
import { ENVIRONMENT, hookDefinition } from "./hook-application.ts";
import { receiveHooks } from "./hook-receiver.ts";
import { judgeDeliveries } from "./judge-deliveries.ts";

export interface DeliveryKillReport {
  readonly kills: number;
  /** Calls that were acknowledged, and the orders in them. */
  readonly calls: number;
  readonly orders: number;
  /** Events that arrived. */
  readonly events: number;
  /** Webhooks that arrived once more, with the same id. */
  readonly repeated: number;
  /** Requests that the receiver has failed on purpose. */
  readonly disturbed: number;
  readonly errors: readonly string[];
}

export interface DeliveryKilling {
  readonly address: string;
  readonly kills: number;
  /** How far the clock of the worker that ends it all is ahead: a minute more than a claim, or nothing, to wait for that. */
  readonly ahead: number;
  readonly tell?: (line: string) => void;
}

/**
 * Kills a server that delivers, a worker beside it, or both, at random moments while clients add orders and a receiver that
 * fails now and then verifies what comes. At the end every event must have arrived, under one id. The store is empty before.
 */
export async function runDeliveryKills({
  address,
  kills,
  ahead,
  tell = () => {},
}: DeliveryKilling): Promise<DeliveryKillReport> {
  const receiver = await receiveHooks();
  const file = join(folderOf({ "app.yaml": hookDefinition(receiver.address) }), "app.yaml");
  const target = "--allow-private-targets";
  const beginServer = () => killableServer(ENVIRONMENT, file, address, target);
  const beginWorker = () => killableProcess(ENVIRONMENT, "deliver", file, "--store", address, target);
  let server: KillableServer | undefined = await beginServer();
  let worker: KillableProcess | undefined = beginWorker();
  let serving = server.address;
  const clients = addOrders(() => serving);
  try {
    while (clients.acknowledged.size === 0) await wait(10);
    for (let kill = 1; kill <= kills; kill++) {
      await wait(Math.random() * LONGEST_LIFE);
      const victims = VICTIMS[kill % VICTIMS.length] ?? [];
      await Promise.all([
        victims.includes("server") && server?.kill(),
        victims.includes("worker") && worker?.kill(),
      ]);
      tell(
        `kill ${kill}, ${victims.join(" and ")}: ${clients.calls()} calls, ${receiver.accepted.size} events`,
      );
      if (victims.includes("worker")) worker = kill === kills ? undefined : beginWorker();
      if (victims.includes("server")) server = kill === kills ? undefined : await beginServer();
      serving = server?.address ?? serving;
    }
  } finally {
    await clients.stop();
    await Promise.all([server?.kill(), worker?.kill()]);
  }
  receiver.recover();
  const finished = await finishDeliveries(address, receiver.address, ahead);
  await receiver.close();
  const { acknowledged, calls } = clients;
  const { accepted, refused, disturbed } = receiver;
  const errors = [...judgeDeliveries({ acknowledged, accepted, ...finished }), ...refused];
  const arrived = [...accepted.values()].reduce((sum, ids) => sum + ids.length, 0);
  return {
    kills,
    calls: calls(),
    orders: acknowledged.size,
    events: accepted.size,
    repeated: arrived - accepted.size,
    disturbed: disturbed(),
    errors,
  };
}

/** Milliseconds between two kills, the start of what was killed not counted. */
const LONGEST_LIFE = 1_000;
const VICTIMS: readonly (readonly ("server" | "worker")[])[] = [["server", "worker"], ["server"], ["worker"]];
