import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { SECRET } from "./hook-application.ts";

/** A receiver on this machine that verifies what comes by the published library, and is not always well. */
export interface HookReceiver {
  readonly address: string;
  /** For each order the ids of the webhooks that were accepted, in the order in which they came. */
  readonly accepted: ReadonlyMap<string, readonly string[]>;
  /** Requests that failed by the receiver's own doing. */
  readonly disturbed: () => number;
  /** Requests that were not genuine. */
  readonly refused: readonly string[];
  /** From now on every request that is genuine is accepted. */
  recover(): void;
  close(): Promise<void>;
}

export async function receiveHooks(): Promise<HookReceiver> {
  const webhook = new Webhook(SECRET);
  const accepted = new Map<string, string[]>();
  const refused: string[] = [];
  let disturbed = 0;
  let isWell = false;
  const server = createServer(async (request, response) => {
    // A process that is killed breaks off what it sends.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const disturbance = DISTURBANCES.find(({ share }) => Math.random() < share);
    if (disturbance !== undefined && !isWell) {
      disturbed++;
      return disturbance.act(response);
    }
    try {
      const { order } = webhook.verify(body, request.headers as Record<string, string>) as { order: string };
      const id = String(request.headers["webhook-id"]);
      accepted.set(order, [...(accepted.get(order) ?? []), id]);
      response.writeHead(204).end();
    } catch (error) {
      refused.push(`${String(error)} ${body}`);
      response.writeHead(401).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    disturbed: () => disturbed,
    refused,
    recover: () => {
      isWell = true;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** What a receiver does to some of its requests; none of it may lose an event. */
const DISTURBANCES: readonly { readonly share: number; act(response: ServerResponse): void }[] = [
  { share: 0.02, act: (response) => response.writeHead(500).end("not now") },
  { share: 0.01, act: (response) => response.destroy() },
  { share: 0.01, act: (response) => void setTimeout(() => response.writeHead(503).end(), 100) },
];
