import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The packages that declarations name, those of the files given and of what these import. */
export function packagesInTypes(files) {
  const packages = new Set();
  const seen = new Set();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, name] of readFileSync(file, "utf8").matchAll(/(?:from |import\()"([^"]+)"/g)) {
      if (name.startsWith(".")) waiting.push(resolve(dirname(file), name.replace(/\.[jt]s$/, ".d.ts")));
      else packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)[0]);
    }
  }
  return packages;
}
