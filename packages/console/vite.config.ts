import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The page below /console/, with nothing of other hosts; packages of the workspace are read from their sources. */
export default defineConfig({
  base: "/console/",
  plugins: [react()],
  resolve: { conditions: ["source", "module", "browser", "development|production"] },
  build: {
    outDir: "dist/page",
    target: "es2024",
    assetsInlineLimit: 0, // the policy of the page takes no data: scripts or styles
    license: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
