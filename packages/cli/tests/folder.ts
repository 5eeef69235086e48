/** A folder of small files for one test. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Writes the files, by path within the folder, and answers the folder. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** An application of two tables; `api` stands where its access keys do. */
export function definitionOf(api = 'accessKeys: [{ name: local, key: "V2-it\'s" }]'): string {
  return [
    "tablewright: 1",
    "app:",
    "  id: shop",
    "  name: Shop",
    "  owner: owner@example.com",
    "  locale: de-DE",
    "  timezone: Europe/Berlin",
    `  api: { enabled: true, ${api} }`,
    "tables:",
    "  Goods Sold:",
    "    key: [Good]",
    "    columns:",
    "      Good: { type: Number }",
    "      Name: { type: Text, initialValue: '\"unnamed\"' }",
    "      Price: { type: Price, min: 0 }",
    "      Sold: { type: Date }",
    "      Twice: { type: Price, formula: '[Price] * 2' }",
    "  Notes:",
    "    key: [Note]",
    "    columns:",
    "      Note: { type: Text }",
    "",
  ].join("\n");
}
