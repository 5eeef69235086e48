/** Lets functions of the server fail that a statement calls on what only a hidden row can hold. */
import { HIDDEN_MARK, HIDDEN_NUMBERS } from "@tablewright/engine-tests";
import { MysqlClient } from "../src/client.ts";
import { ask } from "./temporary-database.ts";

/**
 * From now on the statements of this process that search the database call, in the place of the functions and operators
 * that conditions are made of, stored functions that look at what they are given first. `release` ends that.
 */
export async function trapHiddenCells(database: string): Promise<() => void> {
  for (const [name, parameters, result, body] of TRAPS)
    await ask(trapFor(database, name, parameters, result, body));
  const { execute, executeWithin } = MysqlClient.prototype;
  let calls = 0;
  const trap = (sql: string) => {
    const trapped = REPLACEMENTS.reduce((text, [pattern, call]) => text.replaceAll(pattern, call), sql);
    if (trapped !== sql) calls++;
    return trapped;
  };
  MysqlClient.prototype.execute = function (sql, values) {
    return execute.call(this, trap(sql), values);
  };
  MysqlClient.prototype.executeWithin = function (most, sql, values) {
    return executeWithin.call(this, most, trap(sql), values);
  };
  return () => {
    Object.assign(MysqlClient.prototype, { execute, executeWithin });
    if (calls === 0) throw new Error("No statement was trapped.");
  };
}

function trapFor(database: string, name: string, parameters: string, result: string, body: string): string {
  const type = parameters.includes("text") ? "text" : "double";
  const isHidden =
    type === "text"
      ? `locate('${HIDDEN_MARK}', lower(one)) > 0`
      : `one between ${HIDDEN_NUMBERS.least} and ${HIDDEN_NUMBERS.most}`;
  return (
    `create function \`${database}\`.${name}(${parameters}) returns ${result} deterministic no sql begin ` +
    `if ${isHidden} then signal sqlstate '45000' set message_text = '${name} was called on a cell of a hidden row'; end if; ` +
    `return ${body}; end`
  );
}

const TEXT = "longtext character set utf8mb4 collate utf8mb4_nopad_bin";

const TRAPS: readonly (readonly [name: string, parameters: string, result: string, body: string])[] = [
  ["trap_length", `one ${TEXT}`, "bigint", "char_length(one)"],
  ["trap_part", `one ${TEXT}, start bigint, size bigint`, TEXT, "substring(one, start, size)"],
  ["trap_place", `part ${TEXT}, one ${TEXT}`, "bigint", "locate(part, one)"],
  ["trap_text", `one ${TEXT}`, TEXT, "one"],
  ["trap_cut", "one double, digits bigint", "double", "truncate(one, digits)"],
  ["trap_size", "one double", "double", "abs(one)"],
];

const REPLACEMENTS: readonly (readonly [pattern: RegExp, call: string])[] = [
  [/\bchar_length\(/gu, "trap_length("],
  [/\bsubstring\(/gu, "trap_part("],
  [/\blocate\(/gu, "trap_place("],
  [/\btruncate\(/gu, "trap_cut("],
  [/\babs\(/gu, "trap_size("],
  [/("\w+"\."[^"]+") regexp /gu, "trap_text($1) regexp "],
];
