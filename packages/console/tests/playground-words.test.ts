/** The static playground has the texts of its pages only. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect, test } from "vitest";
import { en } from "../src/page/words/en.ts";
import { playgroundWords } from "../src/page/words/playground-words.ts";

test("the words of the static playground are those that its files name, in both languages", () => {
  const files = new Map<string, string>();
  read(resolve(import.meta.dirname, "../src/page/offline/start-offline.tsx"));
  const texts = [...files.values()].flatMap((text) =>
    [...text.matchAll(/"(\w+)"/gu)].map(([, name]) => name),
  );
  const named = Object.keys(en).filter((word) => texts.includes(word));
  expect(files.size).toBeGreaterThan(15);
  for (const words of [playgroundWords.en, playgroundWords.de])
    expect(Object.keys(words).toSorted(), "Move words between en.ts, de.ts and playground-words.ts.").toEqual(
      named.toSorted(),
    );

  function read(file: string): void {
    if (files.has(file) || !existsSync(file) || /words[/]\w+[.]ts$/u.test(file)) return;
    const text = readFileSync(file, "utf8");
    files.set(file, text);
    for (const [, path = ""] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/gu))
      read(resolve(dirname(file), path));
  }
});
