import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ChangeFeedPart, ChangeRecord } from "@tablewright/core";
import { folderOf } from "../folder.ts";
import { killableServer } from "../killable-server.ts";
import { changeOrders } from "./change-orders.ts";
import { DEFINITION, KEY } from "./feed-application.ts";
import { judgeFeed } from "./judge-feed.ts";
import { readFeed } from "./read-feed.ts";

export interface FeedCutting {
  readonly address: string;
  /** Processes that serve the store. */
  readonly servers: number;
  /** How often the reader is cut off, at least. */
  readonly cuts: number;
  /** How often a server is killed meanwhile and started again. */
  readonly kills: number;
  readonly tell?: (line: string) => void;
}

export interface FeedCutReport {
  readonly cuts: number;
  /** How often a server was gone. */
  readonly breaks: number;
  readonly kills: number;
  /** Changes that were recorded, each of which must have come once and in order. */
  readonly changes: number;
  readonly errors: readonly string[];
}

/** Cuts a reader of the feed off while clients write through servers of which one is killed now and then. The store is empty before. */
export async function runFeedCuts({
  address,
  servers: count,
  cuts,
  kills,
  tell = () => {},
}: FeedCutting): Promise<FeedCutReport> {
  const file = join(folderOf({ "app.yaml": DEFINITION }), "app.yaml");
  const begin = () => killableServer({}, file, address);
  const servers = [await begin()];
  while (servers.length < count) servers.push(await begin());
  const someServer = () => servers[Math.floor(Math.random() * servers.length)]?.address ?? "";
  const clients = changeOrders(someServer);
  const reader = readFeed(someServer, cuts);
  try {
    for (let kill = 1; kill <= kills; kill++) {
      while (reader.cuts() < (cuts * kill) / (kills + 1)) await wait(10);
      const victim = kill % count;
      await servers[victim]?.kill();
      tell(`kill ${kill}: ${reader.cuts()} cuts, ${reader.changes.length} changes`);
      servers[victim] = await begin();
    }
    while (reader.cuts() < cuts) await wait(10);
    await clients.stop();
    const recorded = await readAll(servers[0]?.address ?? "");
    for (const end = Date.now() + LONGEST_END; Date.now() < end; await wait(50))
      if (reader.changes.length >= recorded.length) break;
    await reader.stop();
    const errors = judgeFeed({ read: reader.changes, recorded, acknowledged: clients.acknowledged });
    return { cuts: reader.cuts(), breaks: reader.breaks(), kills, changes: recorded.length, errors };
  } finally {
    await Promise.all([clients.stop(), reader.stop()]);
    await Promise.all(servers.map((server) => server.kill()));
  }
}

/** Every change that was recorded, by one reader who is never cut off. */
async function readAll(address: string): Promise<readonly ChangeRecord[]> {
  const all: ChangeRecord[] = [];
  for (let after = ""; ; ) {
    const answer = await fetch(`${address}/changes?limit=1000${after}`, {
      headers: { ApplicationAccessKey: KEY },
    });
    const { changes, cursor, more } = (await answer.json()) as ChangeFeedPart;
    all.push(...changes);
    if (!more) return all;
    after = `&after=${encodeURIComponent(cursor)}`;
  }
}

/** Milliseconds until the reader has got the last change. */
const LONGEST_END = 60_000;
