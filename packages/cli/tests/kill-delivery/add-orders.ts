import { setTimeout as wait } from "node:timers/promises";
import { postRows } from "../post-rows.ts";
import { KEY } from "./hook-application.ts";

/** Clients that add orders, each with one call under way, until they are stopped. */
export interface OrderClients {
  /** The orders of calls that were answered with success. */
  readonly acknowledged: ReadonlySet<string>;
  readonly calls: () => number;
  /** Rejects with what a server has refused. */
  stop(): Promise<void>;
}

/** `address` gives the server of the moment; a call that it does not answer may have been carried out. */
export function addOrders(address: () => string): OrderClients {
  const acknowledged = new Set<string>();
  let calls = 0;
  let isStopped = false;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let call = 0; !isStopped; call++) {
      const orders = Array.from({ length: 1 + (call % 3) }, (_one, at) => `${client}.${call}.${at}`);
      const rows = orders.map((Order) => ({ Order }));
      const isAnswered = await postRows(address(), KEY, "Orders", { Action: "Add", Rows: rows });
      if (isAnswered) {
        for (const order of orders) acknowledged.add(order);
        calls++;
      }
      await wait(isAnswered ? PAUSE : PAUSE * 10);
    }
  });
  return {
    acknowledged,
    calls: () => calls,
    async stop() {
      isStopped = true;
      await Promise.all(clients);
    },
  };
}

const CLIENTS = 4;
/** Milliseconds between two calls of a client, so that deliveries keep up. */
const PAUSE = 10;
