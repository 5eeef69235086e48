/** The source tree as the checks see it: every TypeScript file, parsed, with what it imports and exports. */
import { globSync, readFileSync } from "node:fs";
import { posix, resolve } from "node:path";
import { type ParseResult, parseSync } from "oxc-parser";

export const rootPath = resolve(import.meta.dirname, "../../..");

export interface SourceFile {
  /** From the root, with forward slashes: `packages/core/src/values/numbers/decimal.ts`. */
  path: string;
  /** The package's folder name: `core`. */
  package: string;
  isTest: boolean;
  text: string;
  parsed: ParseResult;
  /** Every module named by an import, a re-export or a dynamic import, types included. */
  imports: string[];
}

export const allFiles: SourceFile[] = filesAt("packages/*/**/*.{ts,tsx,mts}");

/** What is published: the files under `src`, without tests. */
export const sourceFiles = allFiles.filter((file) => !file.isTest && file.path.split("/")[2] === "src");

export function fileAt(path: string): SourceFile | undefined {
  return allFiles.find((file) => file.path === path);
}

/** The path a relative import leads to, from the root. */
export function importedPath(file: SourceFile, name: string): string {
  return posix.join(posix.dirname(file.path), name);
}

export function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(resolve(rootPath, path), "utf8"));
}

/** Paths from the root, without what is installed or built. */
export function pathsAt(pattern: string): string[] {
  const paths = globSync(pattern, {
    cwd: rootPath,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  });
  return paths.map((path) => path.replaceAll("\\", "/")).sort();
}

function filesAt(pattern: string): SourceFile[] {
  return pathsAt(pattern).map((path) => {
    const text = readFileSync(resolve(rootPath, path), "utf8");
    const parsed = parseSync(path, text);
    return {
      path,
      package: path.split("/")[1] ?? "",
      isTest: /\.test\.\w+$/.test(path),
      text,
      parsed,
      imports: importsOf(parsed, text),
    };
  });
}

function importsOf({ module }: ParseResult, text: string): string[] {
  const names = module.staticImports.map((found) => found.moduleRequest.value);
  for (const entry of module.staticExports.flatMap((found) => found.entries)) {
    if (entry.moduleRequest) names.push(entry.moduleRequest.value);
  }
  for (const { moduleRequest } of module.dynamicImports) {
    names.push(text.slice(moduleRequest.start, moduleRequest.end).replace(/^["'`]|["'`]$/g, ""));
  }
  return [...new Set(names)];
}
