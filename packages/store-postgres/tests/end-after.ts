/** A process that ends in the middle of its statements. */
import { onTestFinished } from "vitest";
import { PostgresConnection } from "../src/connection.ts";

const { exec, all, run } = PostgresConnection.prototype;

/** Everything that a connection sends after so many statements that change something is lost; what is begun is rolled back. */
export function endAfter(statements: number): void {
  let left = statements;
  const before = (sql: string) => {
    if (left === 0 && sql !== "rollback") throw new Error(ENDED);
    if (CHANGING.test(sql)) left--;
  };
  Object.assign(PostgresConnection.prototype, {
    async exec(this: PostgresConnection, sql: string) {
      before(sql);
      return exec.call(this, sql);
    },
    async all(this: PostgresConnection, sql: string, values: []) {
      before(sql);
      return all.call(this, sql, values);
    },
    async run(this: PostgresConnection, sql: string, values: []) {
      before(sql);
      return run.call(this, sql, values);
    },
  });
  onTestFinished(() => {
    Object.assign(PostgresConnection.prototype, { exec, all, run });
  });
}

/** What lasts; with the environment variable, every statement of a transaction, too. */
const CHANGING =
  process.env.TABLEWRIGHT_WHOLE === "1"
    ? /^(?:create|alter|drop|insert|update|delete|commit|lock|set local)/u
    : /^commit/u;

export const ENDED = "The process has ended.";
