/** A PostgreSQL server of our own and a hot standby that follows it by streaming. */
import { execFileSync } from "node:child_process";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { PASSWORD, serverIn } from "./embedded-server.ts";

export interface StandbyPair {
  readonly primary: string;
  readonly standby: string;
  /** Holds back what the primary writes, or lets the standby catch up. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Carries out a statement on the primary. */
  write(sql: string): Promise<void>;
  /** Waits until the standby has all that is committed. */
  caughtUp(): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  promoteStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** Rejects where this machine cannot run them. */
export async function startStandbyPair(): Promise<StandbyPair> {
  const primary = await serverIn(FLAGS);
  const standby = await serverIn(FLAGS);
  const startStandby = async () => {
    // Its promise waits for words that only a primary says.
    standby.cluster.start().catch(() => undefined);
    await untilReady(standby.url);
  };
  const stop = async () => {
    await standby.stop();
    await primary.stop();
  };
  try {
    await primary.cluster.initialise();
    rmSync(standby.folder, { recursive: true });
    execFileSync("cp", ["-a", primary.folder, standby.folder]);
    writeFileSync(join(standby.folder, "standby.signal"), "");
    const connection = `host=127.0.0.1 port=${primary.port} user=tablewright password=''${PASSWORD}''`;
    appendFileSync(join(standby.folder, "postgresql.auto.conf"), `primary_conninfo = '${connection}'\n`);
    await primary.cluster.start();
    await startStandby();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    primary: primary.url,
    standby: standby.url,
    pause: async () => {
      await askAt(standby.url, "select pg_wal_replay_pause()");
      await untilTrue(standby.url, "select pg_get_wal_replay_pause_state() = 'paused'");
    },
    resume: async () => {
      await askAt(standby.url, "select pg_wal_replay_resume()");
    },
    write: async (sql) => {
      await askAt(primary.url, sql);
    },
    caughtUp: async () => {
      const [[position]] = await askAt(primary.url, "select pg_current_wal_flush_lsn()::text");
      await untilTrue(standby.url, `select pg_last_wal_replay_lsn() >= '${position}'`);
    },
    stopStandby: () => standby.cluster.stop(),
    startStandby,
    promoteStandby: async () => {
      await askAt(standby.url, "select pg_promote()");
    },
    stop,
  };
}

const FLAGS = ["wal_level=replica", "max_wal_senders=10", "hot_standby=on"];

/** Of which each takes some hundredths of a second at least. */
const MOST_ATTEMPTS = 2_000;

async function askAt(url: string, sql: string): Promise<[[unknown]]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows as [[unknown]];
  } finally {
    await client.end();
  }
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await askAt(url, "select 1");
      return;
    } catch (error) {
      if (attempt > MOST_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}

async function untilTrue(url: string, sql: string): Promise<void> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const [[isTrue]] = await askAt(url, sql);
    if (isTrue === true) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The standby does not come to this: ${sql}`);
}
