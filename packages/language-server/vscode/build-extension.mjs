// Bundles the extension and its server into `dist`, for: npx @vscode/vsce package --no-dependencies --skip-license
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const folder = import.meta.dirname;
rmSync(join(folder, "dist"), { recursive: true, force: true });
const both = {
  bundle: true,
  platform: "node",
  target: "node22",
  conditions: ["source"],
};
await build({
  ...both,
  entryPoints: [join(folder, "extension.mts")],
  outfile: join(folder, "dist/extension.cjs"),
  format: "cjs",
  external: ["vscode"],
});
await build({
  ...both,
  entryPoints: [join(folder, "../src/main.ts")],
  outfile: join(folder, "dist/server.mjs"),
  format: "esm",
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
});
