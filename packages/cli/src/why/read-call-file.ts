import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { type EngineRequest, parseExactly } from "@tablewright/core";
import { reasonUnread } from "../reason-unread.ts";
import type { Terminal } from "../terminal.ts";

/** A call as a file has it: the body of a call over HTTP, and the table that its path would name. Undefined after an error. */
export async function readCallFile(
  file: string,
  terminal: Terminal,
): Promise<Pick<EngineRequest, "action" | "table" | "properties" | "rows"> | undefined> {
  const refuse = (reason: string) => {
    terminal.err(`${file}: ${reason}`);
    return undefined;
  };
  let written: string;
  try {
    written = file === "-" ? await text(process.stdin) : await readFile(file, "utf8");
  } catch (error) {
    return refuse(`The call cannot be read: ${reasonUnread(error)}.`);
  }
  let call: unknown;
  try {
    call = parseExactly(written);
  } catch (error) {
    return refuse(`The call is not JSON: ${(error as Error).message}.`);
  }
  if (!isObject(call)) return refuse(`This is no call. ${EXPECTED}`);
  const unknown = Object.keys(call).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return refuse(`A call has no member "${unknown}". ${EXPECTED}`);
  const { table, Action: action, Properties: properties = {}, Rows: rows = [] } = call;
  if (typeof table !== "string") return refuse(`The call names no "table". ${EXPECTED}`);
  if (typeof action !== "string") return refuse(`The call names no "Action". ${EXPECTED}`);
  if (!isObject(properties)) return refuse(`The "Properties" of the call are no object. ${EXPECTED}`);
  if (!Array.isArray(rows) || !rows.every(isObject))
    return refuse(`The "Rows" of the call are no list of rows. ${EXPECTED}`);
  return { table, action, properties, rows: rows as NonNullable<EngineRequest["rows"]> };
}

const MEMBERS = ["table", "Action", "Properties", "Rows"];

const EXPECTED = 'Expected: { "table": "Orders", "Action": "Find", "Properties": {}, "Rows": [] }.';

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
