/**
 * The packages of others that reach who installs ours, as `docs/security.md` lists them: those that npm installs besides a published
 * package, and those whose code is in what we publish. Run it to write the list: `node packages/tooling/list-dependencies.ts`.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parse } from "yaml";

const root = resolve(import.meta.dirname, "../..");
const page = join(root, "docs/security.md");

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface Pinned {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lockfile {
  readonly importers: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, { readonly version: string }>>>>>
  >;
  readonly snapshots: Readonly<Record<string, Pinned | null>>;
}

/** A package that one of ours names: who names it, and all that comes with it, itself included. */
interface Direct {
  readonly name: string;
  readonly users: Set<string>;
  readonly brings: ReadonlySet<string>;
}

/** The page with the list as it is now. */
export function withDependencies(text: string): string {
  const [before = "", rest = ""] = text.split(BEGIN);
  const [, after = ""] = rest.split(END);
  return `${before}${BEGIN}\n${dependencyList()}\n${END}${after}`;
}

const BEGIN = "<!-- written by packages/tooling/list-dependencies.ts -->";
const END = "<!-- until here -->";

function dependencyList(): string {
  const lockfile: Lockfile = parse(readFileSync(join(root, "pnpm-lock.yaml"), "utf8"));
  const installed = new Map<string, Direct>();
  const builtIn = new Map<string, Direct>();
  for (const path of globSync("packages/*/package.json", { cwd: root }).sort()) {
    const manifest: Manifest = JSON.parse(readFileSync(join(root, path), "utf8"));
    if (manifest.private) continue;
    const folder = dirname(path).replaceAll("\\", "/");
    const note = (into: Map<string, Direct>, kind: string, names: readonly string[]) => {
      for (const name of names) {
        const version = lockfile.importers[folder]?.[kind]?.[name]?.version ?? "";
        if (version.startsWith("link:")) continue;
        const known = into.get(name) ?? {
          name,
          users: new Set(),
          brings: closureOf(lockfile, name, version),
        };
        into.set(name, known);
        known.users.add(manifest.name.replace("@tablewright/", ""));
      }
    };
    note(installed, "dependencies", Object.keys(manifest.dependencies ?? {}));
    const imports = importedBy(folder);
    const { devDependencies = {}, peerDependencies = {} } = manifest;
    const built = Object.keys(devDependencies).filter(
      (name) => imports.has(name) && !(name in peerDependencies),
    );
    note(builtIn, "devDependencies", built);
  }
  const all = new Set([...installed.values(), ...builtIn.values()].flatMap(({ brings }) => [...brings]));
  return [
    `Our published packages depend on ${installed.size} packages of others; npm installs ${countOf(installed)} for them.`,
    `They contain code of ${countOf(builtIn)} packages. Together these are ${all.size}; \`pnpm-lock.yaml\` names and pins all of them. The license is MIT where none is given.`,
    "",
    ...linesOf(installed),
    "",
    "Built in:",
    "",
    ...linesOf(builtIn),
    "",
    licenseLine(all),
  ].join("\n");
}

function countOf(directs: ReadonlyMap<string, Direct>): number {
  return new Set([...directs.values()].flatMap(({ brings }) => [...brings])).size;
}

/** A line for each of our packages, with those that it names and their licenses. */
function linesOf(directs: ReadonlyMap<string, Direct>): readonly string[] {
  const sorted = [...directs.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const named = sorted.flatMap((direct) => [...direct.users].map((user) => ({ user, direct })));
  return [...Map.groupBy(named, ({ user }) => user)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([user, members]) => {
      const shown = members.map(({ direct: { name, brings } }) => {
        const license = licenseOf([...brings][0] ?? "");
        return license === "MIT" ? `\`${name}\`` : `\`${name}\` (${license})`;
      });
      return `- **${user}**: ${shown.join(", ")}`;
    });
}

/** How many packages have which license. */
function licenseLine(all: ReadonlySet<string>): string {
  const byLicense = Map.groupBy([...all], licenseOf);
  const lines = [...byLicense].sort(([a], [b]) => (a < b ? -1 : 1));
  return `Their licenses: ${lines.map(([license, keys]) => `${license} × ${keys.length}`).join(", ")}.`;
}

/** A package and all that it needs, by their keys in the lockfile, itself first. */
function closureOf({ snapshots }: Lockfile, name: string, version: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (key: string) => {
    if (found.has(key)) return;
    found.add(key);
    const { dependencies = {}, optionalDependencies = {} } = snapshots[key] ?? {};
    for (const [other, pinned] of Object.entries({ ...dependencies, ...optionalDependencies }))
      add(
        pinned.includes("@") && !pinned.startsWith("(") && snapshots[pinned] !== undefined
          ? pinned
          : `${other}@${pinned}`,
      );
  };
  add(`${name}@${version}`);
  return found;
}

/** `@a/b@1.0.0(c@2.0.0)` is `@a/b`. */
function nameOf(key: string): string {
  return key.slice(0, key.indexOf("@", 1));
}

function licenseOf(key: string): string {
  const name = nameOf(key);
  const version = key.slice(name.length + 1).replace(/\(.*$/u, "");
  const pattern = `node_modules/.pnpm/${name.replace("/", "+")}@${version}*/node_modules/${name}/package.json`;
  const [path] = globSync(pattern, { cwd: root });
  if (path === undefined) throw new Error(`${key} is not installed: there is nothing at ${pattern}.`);
  const { license = "none" }: Manifest = JSON.parse(readFileSync(join(root, path), "utf8"));
  return license;
}

/** The packages that the sources of a package import, apart from its tests. */
function importedBy(folder: string): ReadonlySet<string> {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: join(root, folder) }).filter(
    (file) => !file.includes(".test."),
  );
  const imports = files.flatMap((file) => {
    const text = readFileSync(join(root, folder, file), "utf8");
    const found = text.matchAll(
      /^(?:import|export) (?!type )[^"]*"([^".][^"]*)"|import\("([^".][^"]*)"\)/gmu,
    );
    return [...found].map(([, named = "", loaded = ""]) => named || loaded);
  });
  return new Set(
    imports.map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    ),
  );
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(page, withDependencies(readFileSync(page, "utf8")));
