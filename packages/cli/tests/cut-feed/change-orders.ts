import { setTimeout as wait } from "node:timers/promises";
import { postRows } from "../post-rows.ts";
import { KEY } from "./feed-application.ts";

/** Clients that add orders and then edit them, until they are stopped. */
export interface ChangingClients {
  /** The last state of each order of which a call was answered with success. */
  readonly acknowledged: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** `address` gives a server of the moment; what it does not answer is not tried again, and its orders are left. */
export function changeOrders(address: () => string): ChangingClients {
  const acknowledged = new Map<string, number>();
  let isStopped = false;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let round = 0; !isStopped; round++) {
      const orders = Array.from({ length: 1 + (round % 3) }, (_one, at) => `${client}.${round}.${at}`);
      for (let state = 0; state <= LAST_STATE; state++) {
        const Rows = orders.map((Order) => ({ Order, State: state }));
        const isAnswered = await postRows(address(), KEY, "Orders", {
          Action: state === 0 ? "Add" : "Edit",
          Rows,
        });
        if (!isAnswered) break;
        for (const order of orders) acknowledged.set(order, state);
        await wait(PAUSE);
      }
    }
  });
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await Promise.all(clients);
    },
  };
}

/** An order is added with 0, and edited to each number up to this. */
const LAST_STATE = 2;
const CLIENTS = 4;
/** Milliseconds between two calls of a client. */
const PAUSE = 10;
