import { setTimeout as wait } from "node:timers/promises";
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
      const answer = await send(address(), orders);
      if (answer === "answered") {
        for (const order of orders) acknowledged.add(order);
        calls++;
      }
      await wait(answer === "answered" ? PAUSE : PAUSE * 10);
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

async function send(address: string, orders: readonly string[]): Promise<"answered" | "unanswered"> {
  const rows = orders.map((Order) => ({ Order }));
  try {
    const answer = await fetch(`${address}/tables/Orders/Action`, {
      method: "POST",
      headers: { ApplicationAccessKey: KEY, "Content-Type": "application/json" },
      body: JSON.stringify({ Action: "Add", Rows: rows }),
    });
    const text = await answer.text();
    if (answer.status >= 400 && answer.status < 500) throw new RangeError(`${answer.status} ${text}`);
    return answer.status === 200 ? "answered" : "unanswered";
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return "unanswered";
  }
}

const CLIENTS = 4;
/** Milliseconds between two calls of a client, so that deliveries keep up. */
const PAUSE = 10;
