import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { pathsAt, readJson, rootPath } from "./source-files.ts";

const published = pathsAt("packages/*/package.json").filter((path) => !readJson(path).private);

describe.each(published)("%s", (path) => {
  test("says what somebody who finds it in a registry has to know", () => {
    expect(readJson(path)).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      description: expect.stringMatching(/\.$/),
      license: "Apache-2.0",
      keywords: expect.arrayContaining(["tablewright"]),
      engines: { node: ">=22.18" },
      files: expect.arrayContaining(["dist"]),
      publishConfig: { access: "public", provenance: true },
    });
  });

  test("has a README with its name and a use of it, and a line in that of the repository", () => {
    const readme = resolve(rootPath, path, "../README.md");
    const { name } = readJson(path);
    expect(existsSync(readme), "Write a README.md: what it is, how it is installed, ten lines of use.").toBe(
      true,
    );
    expect(readFileSync(readme, "utf8")).toMatch(new RegExp(`^# ${name}\n[\\s\\S]*^\`\`\`(ts|sh)\n`, "m"));
    expect(readFileSync(resolve(rootPath, "README.md"), "utf8")).toContain(
      `](${path.replace("/package.json", "")})`,
    );
  });
});

test("all packages have one version", () => {
  const versions = published.map((path) => readJson(path).version);
  expect(new Set(versions).size, "They are published together.").toBe(1);
});
