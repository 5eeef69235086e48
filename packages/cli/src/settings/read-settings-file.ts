import { readFile } from "node:fs/promises";
import { suggest } from "@tablewright/core";
import { isMap, isScalar, LineCounter, type Node, parseDocument } from "yaml";
import { reasonUnread } from "../reason-unread.ts";
import type { Setting } from "./define-setting.ts";
import { showGiven } from "./setting-form.ts";
import { settings } from "./settings.ts";

/** What a settings file says. */
export interface WrittenSettings {
  /** By the names of settings. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Sentences, each with the place in the file that it is about. */
  readonly errors: readonly string[];
}

/** Reads a YAML file whose members are settings; every member is checked, whichever command reads it. */
export async function readSettingsFile(file: string): Promise<WrittenSettings> {
  let source: string;
  try {
    source = await readFile(file, "utf8");
  } catch (error) {
    return wrong([`The settings file "${file}" cannot be read: ${reasonUnread(error)}.`]);
  }
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}: error:`;
  };
  if (document.errors.length > 0)
    return wrong(document.errors.map(({ message, pos }) => `${at(pos[0])} ${message}.`));
  const { contents } = document;
  if (contents === null) return wrong([]);
  if (!isMap(contents))
    return wrong([`${at(offsetOf(contents))} Members such as "port: 8080" are expected.`]);

  const values = new Map<string, unknown>();
  const errors: string[] = [];
  for (const { key, value } of contents.items) {
    const name = String(isScalar(key) ? key.value : key);
    const setting = Object.hasOwn(settings, name) ? (settings as Record<string, Setting>)[name] : undefined;
    if (setting === undefined) {
      errors.push(`${at(offsetOf(key))} There is no setting "${name}".${hintFor(name)}`);
      continue;
    }
    const input = document.createNode(value).toJS(document);
    const read = setting.form.read(input);
    if (read !== undefined) values.set(name, read);
    else {
      const place = at(offsetOf(value ?? key));
      errors.push(
        `${place} "${name}" is ${showGiven(setting.form, input)}, and ${setting.form.expected} is expected.`,
      );
    }
  }
  return { values, errors };
}

function wrong(errors: readonly string[]): WrittenSettings {
  return { values: new Map(), errors };
}

function offsetOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}

function hintFor(name: string): string {
  const names = Object.keys(settings);
  const near = suggest(name, names);
  return near === undefined ? ` There are ${names.join(", ")}.` : ` Did you mean "${near}"?`;
}
