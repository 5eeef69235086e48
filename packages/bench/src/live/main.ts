/**
 * How long it takes until subscribers of live Selectors have a change: `npm run bench:live -- --subscribers 1000 --writes 100 --seconds 20`.
 * The server is a process of its own; subscribers read their events over HTTP.
 */
import { spawn } from "node:child_process";
import { type IncomingMessage, get as request } from "node:http";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";

const KEY = "V2-live";

/** Rows that are written over and over. */
const TASKS = 1_000;

const { values } = parseArgs({
  options: {
    subscribers: { type: "string", default: "1000" },
    writes: { type: "string", default: "100" },
    seconds: { type: "string", default: "20" },
    selectors: { type: "string", default: "50" },
    store: { type: "string", default: "memory" },
    place: { type: "string", default: "" },
  },
});
const [subscribers, writes, seconds, selectors] = [
  values.subscribers,
  values.writes,
  values.seconds,
  values.selectors,
].map(Number) as [number, number, number, number];

const server = spawn(
  process.execPath,
  [
    "--conditions=source",
    resolve(import.meta.dirname, "serve-live.ts"),
    values.store,
    values.place,
    values.selectors,
    String(TASKS),
    KEY,
  ],
  {
    stdio: ["ignore", "pipe", "inherit"],
  },
);
try {
  const base = await new Promise<string>((done) =>
    server.stdout.once("data", (text) => done(String(text).trim())),
  );
  const readers = await openAll(base);
  console.log(`${readers.length} subscribers to ${selectors} Selectors`);
  const due = await writeFor(base);
  await wait(2_000);
  report(readers, due);
  for (const { end } of readers) end();
  server.kill();
  for await (const text of server.stdout) console.log(String(text).trim());
} finally {
  server.kill();
}

interface Reader {
  readonly group: number;
  /** When each write was seen, by its number. */
  readonly seen: Map<number, number>;
  end(): void;
}

async function openAll(base: string): Promise<readonly Reader[]> {
  const readers: Reader[] = [];
  for (let at = 0; at < subscribers; at += 50)
    readers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, subscribers - at) }, (_, more) =>
          openOne(base, (at + more) % selectors),
        ),
      )),
    );
  return readers;
}

function openOne(base: string, group: number): Promise<Reader> {
  const selector = `FILTER("Tasks", [Team] = ${group})`;
  const url = `${base}/tables/Tasks/live?selector=${encodeURIComponent(selector)}`;
  return new Promise((done, fail) => {
    const sent = request(
      url,
      {
        agent: false,
        headers: { applicationaccesskey: KEY, accept: "text/event-stream", prefer: "wire=typed" },
      },
      (answer: IncomingMessage) => {
        if (answer.statusCode !== 200) return fail(new Error(`Status ${answer.statusCode}`));
        const seen = new Map<number, number>();
        let text = "";
        let isOpen = false;
        answer.setEncoding("utf8");
        answer.on("error", () => {});
        answer.on("data", (piece: string) => {
          text += piece;
          const events = text.split("\n\n");
          text = events.pop() ?? "";
          for (const event of events) {
            const data = /^data: (.*)$/mu.exec(event)?.[1];
            if (data === undefined) continue;
            const now = performance.now();
            for (const [, number] of data.matchAll(/"Write":(\d+)/gu))
              if (!seen.has(Number(number))) seen.set(Number(number), now);
            if (!isOpen) done({ group, seen, end: () => sent.destroy() });
            isOpen = true;
          }
        });
      },
    );
    sent.on("error", fail);
  });
}

/** When each write was answered, and which group it is of. */
async function writeFor(
  base: string,
): Promise<ReadonlyMap<number, { readonly at: number; readonly group: number }>> {
  const due = new Map<number, { at: number; group: number }>();
  const begun = performance.now();
  const under: Promise<void>[] = [];
  for (let number = 1; number <= writes * seconds; number++) {
    const later = begun + (number * 1_000) / writes - performance.now();
    if (later > 1) await wait(later);
    const task = number % TASKS;
    under.push(
      post(base, { Action: "Edit", Rows: [{ Task: task, Write: number }] }).then(() => {
        due.set(number, { at: performance.now(), group: task % selectors });
      }),
    );
  }
  await Promise.all(under);
  return due;
}

/** A server that is busy says so, and the write is sent again. */
async function post(base: string, body: object): Promise<void> {
  for (;;) {
    const answer = await fetch(`${base}/tables/Tasks/Action`, {
      method: "POST",
      headers: { applicationaccesskey: KEY, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status === 200) return;
    if (answer.status !== 429) throw new Error(text);
    await wait(100);
  }
}

function report(
  readers: readonly Reader[],
  due: ReadonlyMap<number, { readonly at: number; readonly group: number }>,
): void {
  const waits: number[] = [];
  let missed = 0;
  for (const { group, seen } of readers)
    for (const [number, write] of due) {
      if (write.group !== group) continue;
      const at = seen.get(number);
      if (at === undefined) missed++;
      else waits.push(Math.max(0, at - write.at));
    }
  waits.sort((one, other) => one - other);
  const share = (part: number) => (waits[Math.floor(waits.length * part)] ?? 0).toFixed(0);
  console.log(
    `${due.size} writes, ${waits.length} deliveries: p50 ${share(0.5)} ms, p99 ${share(0.99)} ms, most ${(waits.at(-1) ?? 0).toFixed(0)} ms; ${missed} joined with a later write`,
  );
}
