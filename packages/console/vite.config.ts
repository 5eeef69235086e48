import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";

/** What both pages have: nothing of other hosts, and packages of the workspace read from their sources. */
const page: UserConfig = {
  plugins: [react()],
  resolve: { conditions: ["source", "module", "browser", "development|production"] },
  build: {
    target: "es2024",
    assetsInlineLimit: 0, // the policy of the page takes no data: scripts or styles
    license: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
  },
};

/** The address of a worker that shares the files of the page: a bundle of its own, as of `?worker`, would hold the language twice. */
const workerOfPage: Plugin = {
  name: "worker-of-page",
  enforce: "pre",
  load(id) {
    const [, file] = /^(.*-worker\.ts)\?url$/u.exec(id) ?? [];
    if (file === undefined) return undefined;
    return `export default import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "chunk", id: file })};`;
  },
};

/** The console below /console/, or with `--mode playground` the playground, as files that any server has anywhere. */
export default defineConfig(({ mode }) =>
  mode === "playground"
    ? {
        ...page,
        plugins: [react(), workerOfPage],
        root: "playground",
        publicDir: "../public",
        base: "./",
        build: { ...page.build, outDir: "../dist/playground", cssCodeSplit: false, modulePreload: false },
      }
    : { ...page, base: "/console/", build: { ...page.build, outDir: "dist/page" } },
);
