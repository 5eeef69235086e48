/** Copies the pages of the repository to where the site is built from. */
import { cpSync, globSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const pages = fileURLToPath(new URL("../dist/pages", import.meta.url));

const PAGES = [
  "README.md",
  "docs/**/*.{md,json,png,svg}",
  "packages/*/README.md",
  "packages/core/*/README.md",
];

rmSync(pages, { recursive: true, force: true });
for (const path of globSync(PAGES, { cwd: root })) cpSync(`${root}/${path}`, `${pages}/${path}`);
