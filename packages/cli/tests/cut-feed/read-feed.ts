import { setTimeout as wait } from "node:timers/promises";
import type { ChangeRecord } from "@tablewright/core";
import { KEY } from "./feed-application.ts";

export interface FeedReader {
  /** As they came, whatever came twice. */
  readonly changes: readonly ChangeRecord[];
  /** How often it has cut itself off, and how often a server has gone. */
  readonly cuts: () => number;
  readonly breaks: () => number;
  stop(): Promise<void>;
}

/**
 * Reads the feed as server-sent events, as a program does that is cut off at random moments, in the middle of an event too, and
 * goes on after the last event that it has got whole. After so many cuts it stays connected.
 */
export function readFeed(address: () => string, mostCuts: number): FeedReader {
  const changes: ChangeRecord[] = [];
  const stopping = new AbortController();
  let cuts = 0;
  let breaks = 0;
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      const isToCut = cuts < mostCuts;
      const end = new AbortController();
      const timer = isToCut ? setTimeout(() => end.abort(), Math.random() * LONGEST_STRETCH) : undefined;
      const signal = AbortSignal.any([stopping.signal, end.signal]);
      const isCutInside = await readOn(address(), changes, signal, isToCut ? SHARE_CUT : 0).catch(ofServer);
      clearTimeout(timer);
      if (isCutInside || end.signal.aborted) cuts++;
      else {
        breaks++;
        await wait(AFTER_BREAK);
      }
    }
  })();
  return {
    changes,
    cuts: () => cuts,
    breaks: () => breaks,
    async stop() {
      stopping.abort();
      await reading;
    },
  };
}

/** Reads until it is cut off, and answers whether that was within a part: of such a one it has seen only the beginning. */
async function readOn(
  address: string,
  changes: ChangeRecord[],
  signal: AbortSignal,
  shareCut: number,
): Promise<boolean> {
  const last = changes.at(-1)?.cursor;
  const answer = await fetch(`${address}/changes?limit=7`, {
    headers: {
      ApplicationAccessKey: KEY,
      Accept: "text/event-stream",
      ...(last === undefined ? {} : { "Last-Event-ID": last }),
    },
    signal,
  });
  if (answer.status >= 400 && answer.status < 500)
    throw new RangeError(`The feed is refused: ${answer.status} ${await answer.text()}`);
  let text = "";
  for await (const chunk of answer.body ?? []) {
    const isCut = Math.random() < shareCut;
    const seen = isCut ? Math.floor(Math.random() * chunk.length) : chunk.length;
    text += DECODER.decode(chunk.subarray(0, seen), { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const data = /^data: (.*)$/mu.exec(event)?.[1];
      if (data !== undefined) changes.push(JSON.parse(data) as ChangeRecord);
    }
    if (isCut) return true;
  }
  return false;
}

/** A server that has gone is waited for; one that refuses is our error. */
function ofServer(error: unknown): false {
  if (error instanceof RangeError) throw error;
  return false;
}

/** Texts of the test are ASCII, so no character lies in two chunks. */
const DECODER = new TextDecoder();
/** Milliseconds. */
const LONGEST_STRETCH = 250;
const AFTER_BREAK = 50;
/** Of the parts that come. */
const SHARE_CUT = 0.1;
