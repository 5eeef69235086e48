/** The pages of the repository as a site with search. */
import { copyFileSync, cpSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { sidebarOf, unlinkSources } from "../src/pages.ts";

const docs = fileURLToPath(new URL("../dist/pages/docs", import.meta.url));
const playground = fileURLToPath(new URL("../../console/dist/playground", import.meta.url));
/** A draft decides that every page is built and every link leads somewhere; colours of code and the search take half the time. */
const isDraft = process.env.TABLEWRIGHT_SITE === "draft";
const escapeCode = (code: string) =>
  `<pre v-pre>${code.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre>`;
const readPage = (name: string) => readFileSync(`${docs}/${name}`, "utf8");

export default defineConfig({
  title: "Tablewright",
  description: "Spreadsheet-grade expressions, rules and a record API over your own database.",
  srcDir: "dist/pages",
  outDir: "dist/site",
  cacheDir: "dist/cache",
  rewrites: { "README.md": "index.md", ":folder(.*)/README.md": ":folder/index.md" },
  cleanUrls: true,
  markdown: { config: unlinkSources, ...(isDraft ? { highlight: escapeCode } : {}) },
  themeConfig: {
    ...(isDraft ? {} : { search: { provider: "local" } }),
    outline: [2, 3],
    sidebar: sidebarOf(readPage("README.md"), readPage),
    nav: [
      { text: "Start", link: "/docs/getting-started" },
      { text: "Rules", link: "/docs/rules" },
      { text: "Language", link: "/docs/language" },
      { text: "Functions", link: "/docs/functions" },
      { text: "HTTP API", link: "/docs/http-api" },
      { text: "Playground", link: "/playground/index.html", target: "_blank" },
    ],
  },
  buildEnd: ({ outDir }) => {
    for (const schema of ["definition.schema.json", "test.schema.json"])
      copyFileSync(`${docs}/${schema}`, `${outDir}/docs/${schema}`);
    cpSync(playground, `${outDir}/playground`, {
      recursive: true,
      filter: (path) => !path.endsWith(".built"),
    });
  },
});
