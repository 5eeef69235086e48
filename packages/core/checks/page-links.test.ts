import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { pathsAt, rootPath } from "./source-files.ts";

/** Pages that people read on their own, where a link that leads nowhere is noticed by them alone. */
const pages = ["README.md", ...pathsAt("docs/**/*.md"), ...pathsAt("packages/*/README.md")];

/** The scripts that pages may name: of the repository, of its packages, and of a new application. */
const scripts = new Set([
  ...["package.json", ...pathsAt("packages/*/package.json")].flatMap((manifest) =>
    Object.keys(JSON.parse(textOf(manifest)).scripts ?? {}),
  ),
  ...[...textOf("packages/cli/src/commands/init.ts").matchAll(/^ {6}(\w+): "/gm)].map(
    ([, name = ""]) => name,
  ),
]);

describe.each(pages)("%s", (page) => {
  test("has commands that a shell finds", () => {
    const lines = codeOf(textOf(page)).flatMap((block) => block.split("\n"));
    const bare = lines.filter((line) => /^(\$ )?tablewright /.test(line));
    expect(bare, 'Write "npx tablewright", or "npm run -s tablewright --" in the repository.').toEqual([]);
    const named = lines.flatMap((line) => /^(?:\$ )?npm run (?:-s )?([\w-]+)/.exec(line)?.[1] ?? []);
    expect(named.filter((name) => !scripts.has(name))).toEqual([]);
  });

  test("links to files and headings that are there", () => {
    const broken = linksOf(textOf(page)).filter((link) => !leadsSomewhere(page, link));
    expect(broken, "Correct the links, or the headings they name.").toEqual([]);
  });
});

/** Pages that say where things are, and so name files that were moved since. */
test.each(["architecture", "recipes", "style"])(
  "docs/%s.md names files and folders that are there",
  (page) => {
    const named = namesOfFiles(textOf(`docs/${page}.md`));
    expect(named.length).toBeGreaterThan(5);
    const paths = [...pathsAt("*"), ...pathsAt("docs/**"), ...pathsAt("packages/**")].map(
      (path) => `/${path}`,
    );
    const missing = named.filter((name) => !paths.some((path) => path.endsWith(`/${name}`)));
    expect(
      missing,
      "Name each file as it is called now, with as many of its folders as you like before it.",
    ).toEqual([]);
  },
);

/** Words in backticks and in plain blocks that look like the path of a file or a folder. */
function namesOfFiles(text: string): string[] {
  const blocks = [...text.matchAll(/^```\n(.*?)^```/gms)].map(([, block = ""]) => block);
  const prose = text.replaceAll(/^ *```.*?^ *```/gms, "");
  const quoted = [...prose.matchAll(/`([\w-][\w./-]*)`/g)].map(([, name = ""]) => name);
  const drawn = blocks.flatMap((block) => block.match(/[\w-][\w./-]*/g) ?? []);
  const isFile = (name: string) => /\/$|\.(?:ts|tsx|mjs|json|jsonl|md|yaml)$/.test(name);
  return [...quoted.filter((name) => name.includes("/") || isFile(name)), ...drawn.filter(isFile)].map(
    (name) => name.replace(/\/$/, ""),
  );
}

/** A README is read in a registry and in `node_modules`, too, where nothing of the repository but its package is. */
test.each(pathsAt("packages/*/README.md"))(
  "%s links to nothing outside its package, and names real pages",
  (page) => {
    const text = textOf(page);
    expect(linksOf(text), "Name the page as `docs/page.md`, or link to its address.").toEqual([]);
    const named = [...text.matchAll(/`(docs\/[^`]+)`/g)].map(([, path = ""]) => path);
    expect(named.filter((path) => !existsSync(join(rootPath, path)))).toEqual([]);
  },
);

function codeOf(text: string): string[] {
  return [...text.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, block = ""]) => block);
}

function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, picture]) => link ?? picture ?? "")
    .filter((link) => !/^\w+:/.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = "", heading] = link.split("#");
  const target = path === "" ? page : posix.join(dirname(page), decodeURIComponent(path));
  if (!existsSync(join(rootPath, target))) return false;
  return heading === undefined || !target.endsWith(".md") || headingsOf(textOf(target)).has(heading);
}

/** The names that headings have in links: small letters and digits, blanks as hyphens, the rest left out. */
function headingsOf(text: string): ReadonlySet<string> {
  const withoutCode = text.replaceAll(/^```.*?^```/gms, "");
  const headings = [...withoutCode.matchAll(/^#+ +(.+?) *$/gm)].map(([, heading = ""]) => heading);
  const anchors = [...withoutCode.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name = ""]) => name);
  return new Set([...anchors, ...headings.map(nameOf)]);
}

function nameOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

function textOf(path: string): string {
  return readFileSync(join(rootPath, path), "utf8");
}
