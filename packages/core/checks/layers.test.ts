import { Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { allFiles, importedPath, readJson, type SourceFile, sourceFiles } from "./source-files.ts";

const layers = [
  "diagnostics",
  "values",
  "expression",
  "yaml",
  "decisions",
  "schema",
  "storage",
  "engine",
  "index.ts",
];
/** What an expression goes through, in this order; "" is the top, which puts them together. */
const phases = [
  "runtime",
  "syntax",
  "tree",
  "operators",
  "check",
  "functions",
  "regex",
  "extract",
  "rewrite",
  "evaluate",
  "plan",
  "context",
  "editor",
  "",
  "entrances",
];
/** What a definition goes through, in this order; "" is the top, which loads it. */
const schemaFolders = ["text", "column-types", "app", "draft", "typing", "check", "compile", ""];
const expressionPackages = ["@date-fns/utc", "chevrotain", "chrono-node", "date-fns", "re2js"];
/** Callers of the record API may call it by this one. */
const CLIENT = "@tablewright/client";
const coreFiles = sourceFiles.filter((file) => file.package === "core");
const phaseFiles = coreFiles.filter((file) => layerOf(file.path) === "expression");
/** The contract is tests, also of the engine over a store. */
const stores = sourceFiles.filter(
  (file) => file.package.startsWith("store-") && file.package !== "store-contract",
);

test("every file of core lies in a layer", () => {
  const homeless = coreFiles.filter((file) => !layers.includes(layerOf(file.path)));
  expect(
    homeless.map((file) => file.path),
    `Move these into one of the layers ${layers.join(" ← ")}, or add a layer to this test and to docs/architecture.md.`,
  ).toEqual([]);
});

test("imports of core point down the layers", () => {
  const wrong = coreFiles.flatMap((file) =>
    relativeImports(file)
      .filter((path) => layers.indexOf(layerOf(path)) > layers.indexOf(layerOf(file.path)))
      .map((path) => `${file.path} imports ${path}`),
  );
  expect(
    wrong,
    `${layers.join(" ← ")}: a file imports only from its own layer or one to its left. ` +
      "Move the file, move what it needs down, or have it handed in as an argument.",
  ).toEqual([]);
});

test.each([
  ["expression", phases],
  ["schema", schemaFolders],
])("imports inside %s/ point down its folders", (layer, folders) => {
  const inLayer = coreFiles.filter((file) => layerOf(file.path) === layer);
  const wrong = inLayer.flatMap((file) =>
    relativeImports(file)
      .filter((path) => layerOf(path) === layer)
      .filter((path) => folders.indexOf(phaseOf(path)) > folders.indexOf(phaseOf(file.path)))
      .map((path) => `${file.path} imports ${path}`),
  );
  expect(
    wrong,
    `${folders.join(" ← ")}: a file imports only from its own folder or one to its left.`,
  ).toEqual([]);
  const homeless = inLayer.filter(({ path }) => !folders.includes(phaseOf(path))).map(({ path }) => path);
  expect(homeless, `Move these into one of ${folders.join(", ")}.`).toEqual([]);
});

test("expression/ holds few files beside its phases", () => {
  const loose = phaseFiles.filter(({ path }) => phaseOf(path) === "").map(({ path }) => path);
  expect(loose.length, `Give these a phase: ${loose.join(", ")}.`).toBeLessThanOrEqual(6);
});

test("the expression language imports few packages", () => {
  const wrong = coreFiles
    .filter((file) => layerOf(file.path) === "expression")
    .flatMap((file) =>
      packageImports(file)
        .filter((name) => !expressionPackages.includes(packageName(name)))
        .map((name) => `${file.path} imports ${name}`),
    );
  expect(
    wrong,
    `expression/ runs in a browser and stays small: it may import ${expressionPackages.join(", ")}.`,
  ).toEqual([]);
});

test("date-fns comes in one function at a time, and none that reads the clock or the machine's settings", () => {
  const barrel = /^(?:date-fns|@date-fns\/(?:tz|utc))$/;
  const clock = /^date-fns\/.*(?:Now|Today|Tomorrow|Yesterday|Past|Future|isThis|DefaultOptions)/;
  const wrong = coreFiles.flatMap((file) =>
    packageImports(file)
      .filter((name) => barrel.test(name) || clock.test(name))
      .map((name) => `${file.path} imports ${name}`),
  );
  expect(wrong, 'Import a function from its own module, as "date-fns/addMonths", on a UTCDateMini.').toEqual(
    [],
  );
});

/**
 * Programs that evaluate an expression by `compile` only have no services to hand in, and expect TODAY() to be today. The
 * file holds these two defaults of the public face, and the timer; the engine hands in its own clock and random numbers.
 */
const platformFile = "packages/core/src/expression/context/request.ts";

test("core has no door to the outside world but the defaults of the public face", () => {
  const platform = coreFiles.filter(({ path }) => path === platformFile).flatMap(outsideWorldIn);
  expect(platform, "The file holds two defaults and nothing else.").toEqual(["Date.now", "Math.random"]);
  const wrong = coreFiles
    .filter(({ path }) => path !== platformFile)
    .flatMap((file) => [
      ...packageImports(file)
        .filter((name) => name.startsWith("node:"))
        .map((name) => `${file.path} imports ${name}`),
      ...outsideWorldIn(file).map((use) => `${file.path} uses ${use}`),
    ]);
  expect(
    wrong,
    "core reads no file, clock, random number or environment and prints nothing: take it as an argument or a service.",
  ).toEqual([]);
});

test("stores know the port and the expression language, never the engine", () => {
  const allowed = ["@tablewright/core/storage", "@tablewright/core/compiler", "@tablewright/core/expression"];
  const wrong = stores.flatMap((file) =>
    workspaceImports(file)
      .filter((name) => packageName(name) === "@tablewright/core" && !allowed.includes(name))
      .map((name) => `${file.path} imports ${name}`),
  );
  expect(
    wrong,
    `A store imports ${allowed.join(" or ")}. What else it needs belongs into one of them.`,
  ).toEqual([]);
});

test("no adapter knows another", () => {
  const knowsStores = (file: SourceFile) => ["cli", "examples", "bench"].includes(file.package);
  const below = ["@tablewright/core", "@tablewright/store-sql"];
  const mayCall = (file: SourceFile, name: string) =>
    (["console", "mcp"].includes(file.package) && name === CLIENT) ||
    (file.package === "console" && name === "@tablewright/editor");
  const wrong = sourceFiles
    .filter((file) => file.package !== "core" && !knowsStores(file))
    .flatMap((file) =>
      workspaceImports(file)
        .filter((name) => !below.includes(packageName(name)) && !mayCall(file, name))
        .map((name) => `${file.path} imports ${name}`),
    );
  expect(wrong, "Only cli knows which stores exist: take the store as an argument.").toEqual([]);
});

test("the client needs no other package", () => {
  const wrong = sourceFiles
    .filter((file) => file.package === "client")
    .flatMap((file) => workspaceImports(file).map((name) => `${file.path} imports ${name}`));
  expect(wrong, "The client is loaded alone: declare the types that it answers with in it.").toEqual([]);
});

test("core knows no adapter", () => {
  const wrong = coreFiles.flatMap((file) =>
    workspaceImports(file).map((name) => `${file.path} imports ${name}`),
  );
  expect(wrong, "Inside core, import relatively; an adapter's work is handed in through a port.").toEqual([]);
});

test("packages are entered by their front doors", () => {
  const doors = new Set(
    [...new Set(allFiles.map((file) => file.package))].flatMap((folder) => {
      const { name, exports } = readJson(`packages/${folder}/package.json`);
      return Object.keys(exports ?? {}).map((door) => `${name}${door.slice(1)}`);
    }),
  );
  const wrong = allFiles.flatMap((file) => [
    ...workspaceImports(file)
      .filter((name) => !doors.has(name))
      .map((name) => `${file.path} imports ${name}`),
    ...relativeImports(file)
      .filter((path) => path.startsWith("packages/") && !path.startsWith(`packages/${file.package}/`))
      // The bench explains figures by parts that have no entrance.
      .filter(() => file.package !== "bench")
      .filter((path) => !(isTestData(path) && (file.isTest || isTestData(file.path))))
      .map((path) => `${file.path} imports ${path}`),
  ]);
  expect(wrong, `Import another package by one of its entry points: ${[...doors].join(", ")}.`).toEqual([]);
});

/** Cases and generators are shared by the tests of several packages. */
function isTestData(path: string): boolean {
  return /^packages\/[^/]+\/(tests|conformance)\//.test(path);
}

/** `values` for packages/core/src/values/numbers/decimal.ts; `index.ts` for the index of core. */
function layerOf(path: string): string {
  return path.split("/")[3] ?? "";
}

/** `check` for packages/core/src/expression/check/conversions.ts, nothing for a file beside the phases. */
function phaseOf(path: string): string {
  const [phase, ...rest] = path.split("/").slice(4);
  return rest.length === 0 ? "" : (phase ?? "");
}

function relativeImports(file: SourceFile): string[] {
  return file.imports.filter((name) => name.startsWith(".")).map((name) => importedPath(file, name));
}

function packageImports(file: SourceFile): string[] {
  return file.imports.filter((name) => !name.startsWith("."));
}

function workspaceImports(file: SourceFile): string[] {
  return packageImports(file).filter((name) => /^@?tablewright(\/|$)/.test(name));
}

function packageName(name: string): string {
  return name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Uses of the clock, of chance and of the process; the compiler's missing `node` and `dom` types reject the rest. */
function outsideWorldIn(file: SourceFile): string[] {
  const uses: string[] = [];
  const doors = ["process", "console", "performance", "crypto"];
  const names = [...doors, "Date", "Math", "UTCDateMini"];
  if (!names.some((name) => file.text.includes(name))) return uses;
  const visitor = new Visitor({
    MemberExpression({ object, property }) {
      if (object.type !== "Identifier") return;
      const name = property.type === "Identifier" ? `${object.name}.${property.name}` : object.name;
      if (doors.includes(object.name) || name === "Date.now" || name === "Math.random") uses.push(name);
    },
    NewExpression({ callee, arguments: given }) {
      if (callee.type !== "Identifier" || given.length > 0) return;
      if (["Date", "UTCDateMini"].includes(callee.name)) uses.push(`new ${callee.name}()`);
    },
  });
  visitor.visit(file.parsed.program);
  return uses;
}
