/** A process that ends in the middle of its statements. */
import { onTestFinished } from "vitest";
import { MysqlConnection } from "../src/connection.ts";
import { AlteringConnection } from "../src/database.ts";

const { exec } = AlteringConnection.prototype;
const { run } = MysqlConnection.prototype;

/**
 * Everything that a process sends after so many statements that change something is lost; what is begun is rolled back. Only
 * those that are `counted` count.
 */
export function endAfter(statements: number, counted = /./u): void {
  let left = statements;
  const before = (sql: string) => {
    if (left <= 0) throw new Error(ENDED);
    if (counted.test(sql)) left--;
  };
  AlteringConnection.prototype.exec = async function (sql) {
    before(sql);
    return exec.call(this, sql);
  };
  MysqlConnection.prototype.run = async function (sql, values) {
    before(sql);
    return run.call(this, sql, values);
  };
  onTestFinished(() => {
    AlteringConnection.prototype.exec = exec;
    MysqlConnection.prototype.run = run;
  });
}

export const ENDED = "The process has ended.";
