import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";

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

/** The console below /console/, or with `--mode playground` the playground, as files that any server has anywhere. */
export default defineConfig(({ mode }) =>
  mode === "playground"
    ? {
        ...page,
        root: "playground",
        publicDir: "../public",
        base: "./",
        build: { ...page.build, outDir: "../dist/playground" },
      }
    : { ...page, base: "/console/", build: { ...page.build, outDir: "dist/page" } },
);
