import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { hasErrors } from "@tablewright/core";
import { functions } from "@tablewright/core/expression";
import { loadRules } from "@tablewright/core/rules";
import { reasonUnread, reasonUnwritten, writeNew } from "../read-text.ts";
import { counted, type Terminal } from "../terminal.ts";
import { yamlOnFewLines } from "../yaml-text.ts";
import { convertGraph, isGraph } from "./gorules.ts";
import { convertJsonRules, isJsonRules } from "./json-rules-engine.ts";
import type { Converted, ConvertOptions } from "./unsayable.ts";

export interface ConvertFileOptions {
  readonly out?: string;
  readonly id?: string;
  readonly ignoreCase?: true;
  readonly force?: true;
}

/** Writes rules of another engine as a definition, and lists what is not in it. Answers whether everything is. */
export async function convertFile(
  file: string,
  { out, id, ignoreCase, force }: ConvertFileOptions,
  terminal: Terminal,
): Promise<boolean> {
  const text = await readWithoutMark(file).catch((error: unknown) => ({ reason: reasonUnread(error) }));
  if (typeof text === "object") {
    terminal.err(`${file}: error: It cannot be read: ${text.reason}.`);
    return false;
  }
  const converted = convertText(text, { id: id ?? idOf(file), ignoresCase: ignoreCase === true });
  if (typeof converted === "string") {
    terminal.err(`${file}: error: ${converted}`);
    return false;
  }
  const { definition, leftOut, notes } = converted;
  if (definition !== undefined) {
    const yaml = yamlOnFewLines(definition);
    const errors = loadRules(yaml, { functions }).diagnostics.filter((one) => hasErrors([one]));
    for (const { member, message, code } of errors)
      terminal.err(`${file}: error: ${member === undefined ? "" : `${member}: `}${message} (${code})`);
    if (errors.length > 0) return false;
    if (out === undefined) terminal.out(yaml.trimEnd());
    else {
      const reason = await writeNew(out, yaml, force).catch(reasonUnwritten);
      if (reason !== undefined) {
        terminal.err(`${out}: error: It cannot be written: ${reason}.`);
        return false;
      }
    }
  }
  report(file, converted, terminal);
  for (const note of notes) terminal.err(`note: ${note}`);
  return leftOut.length === 0;
}

function convertText(text: string, options: ConvertOptions): Converted | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return "It is not JSON.";
  }
  const twice = memberGivenTwice(text);
  if (twice !== undefined) return `It has the member "${twice}" twice in one object.`;
  if (isGraph(json)) return convertGraph(json, options);
  if (isJsonRules(json)) return convertJsonRules(json, options);
  return "It is neither rules of json-rules-engine (a list with conditions and events) nor a decision graph of GoRules (nodes and edges).";
}

/** Editors on Windows write a byte order mark before a text. */
async function readWithoutMark(file: string): Promise<string> {
  return (await readFile(file, "utf8")).replace(/^\uFEFF/u, "");
}

/** The first name that an object has twice, of text that is JSON: `JSON.parse` would drop the first member. */
function memberGivenTwice(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (const { 0: token, 1: name } of text.matchAll(
    /("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"|[{}[\]]/g,
  )) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (name !== undefined) {
      const names = open.at(-1);
      const member: string = JSON.parse(name);
      if (names?.has(member)) return member;
      names?.add(member);
    }
  }
  return undefined;
}

function report(file: string, { what, count: number, leftOut }: Converted, { err }: Terminal): void {
  const left = leftOut.length === 0 ? "nothing was left out" : `${leftOut.length} left out`;
  err(`${file}: ${counted(number, what)} converted, ${left}`);
  for (const { where, reason } of leftOut) err(`  ${where}: ${reason}`);
}

/** The name of a file as the id of rules. */
function idOf(file: string): string {
  return (
    basename(file)
      .replace(/\.[^.]*$/, "")
      .replace(/[^\w-]+/g, "-") || "rules"
  );
}
