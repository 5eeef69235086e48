/** Which blocks of pages other tests carry out, and which cannot be run, with the reason. */
import type { Block } from "./page-blocks.ts";

/** Blocks of a page by their language and how they begin; without either all of them. */
export interface BlockSelection {
  readonly page: RegExp;
  readonly languages?: readonly string[];
  readonly begins?: string;
}

export function isSelected({ page, languages, begins }: BlockSelection, block: Block): boolean {
  return (
    page.test(block.page) &&
    (languages?.includes(block.language) ?? true) &&
    (begins === undefined || block.text.trimStart().startsWith(begins))
  );
}

/** Blocks that other tests carry out. */
export const elsewhere: readonly (BlockSelection & { readonly test: string })[] = [
  { page: /^README/u, languages: ["json"], test: "packages/cli/tests/readme.test.ts" },
  { page: /^README/u, languages: ["sh"], begins: "curl", test: "packages/cli/tests/readme.test.ts" },
  {
    page: /http-(?:api|reading|changing|other)\.md/u,
    languages: ["json"],
    test: "packages/cli/tests/http-api-page.test.ts",
  },
  {
    page: /http-(?:api|reading|changing|other)\.md/u,
    languages: ["sh"],
    begins: "curl -s ",
    test: "packages/cli/tests/http-api-page.test.ts",
  },
  { page: /compared\.md/u, test: "packages/core/checks/compared-page.test.ts" },
  {
    page: /docs\/definition[a-z-]*\.md/u,
    languages: ["yaml"],
    test: "packages/core/checks/docs-fresh.test.ts",
  },
  { page: /docs\/functions\//u, test: "packages/core/checks/docs-fresh.test.ts" },
  {
    page: /docs\/rules(?:-examples|-from-elsewhere)?\.md/u,
    languages: ["yaml", "json facts", "json outputs", "json result", "json diagnostics", "text explanation"],
    test: "packages/examples/decisions/rules-page.test.ts",
  },
  {
    page: /rules-testing\.md/u,
    languages: ["yaml tests"],
    test: "packages/examples/decisions/rules-page.test.ts",
  },
  { page: /recipes\.md/u, languages: ["ts"], test: "packages/core/checks/recipes.test.ts" },
  { page: /sql\.md/u, languages: ["ts"], test: "packages/examples/sql/queries.test.ts" },
  { page: /events\.md/u, languages: ["js"], test: "packages/delivery/tests/events-page.test.ts" },
  { page: /why\.md/u, languages: ["json", ""], test: "packages/examples/sales/why-page.test.ts" },
  {
    page: /testing\.md/u,
    languages: ["yaml"],
    begins: "tablewright: 1",
    test: "packages/cli/tests/testing-page.test.ts",
  },
  {
    page: /testing\.md/u,
    languages: ["yaml", ""],
    begins: "clock:",
    test: "packages/cli/tests/testing-page.test.ts",
  },
  {
    page: /testing\.md/u,
    languages: [""],
    begins: "app.test.yaml",
    test: "packages/cli/tests/testing-page.test.ts",
  },
  {
    page: /your-database\.md/u,
    languages: ["sql"],
    test: "packages/store-postgres/tests/granted-rights.test.ts",
  },
];

/** Blocks that cannot be run, or would decide nothing, with the reason. */
export const notRun: readonly (BlockSelection & { readonly reason: string })[] = [
  {
    page: /editors\.md/u,
    languages: ["lua", "toml", "lisp"],
    reason: "settings of editors that are not here",
  },
  {
    page: /editors\.md/u,
    languages: ["sh"],
    reason: "waits for an editor; packages/language-server/tests starts the server",
  },
  {
    page: /editors\.md/u,
    languages: ["ts"],
    begins: "import { EditorView",
    reason: "needs a page; packages/editor/tests draws it in a browser",
  },
  { page: /editors\.md/u, languages: ["ts"], begins: "import { changeSettings", reason: "needs a page, too" },
  { page: /editors\.md/u, languages: ["ts"], begins: "const root", reason: "needs a page, too" },
  {
    page: /packages\/editor\/README/u,
    languages: ["ts"],
    reason: "needs a page; packages/editor/tests draws it in a browser",
  },
  {
    page: /packages\/language-server\/README/u,
    languages: ["ts", "sh"],
    reason: "waits for an editor on the standard input",
  },
  {
    page: /packages\/store-contract\/README/u,
    languages: ["ts"],
    reason: "a test for vitest, as packages/store-memory/tests has it",
  },
  {
    page: /packages\/store-(?:mysql|postgres)\/README/u,
    languages: ["ts"],
    reason: "needs a server at that address; the tests of the package start one",
  },
  {
    page: /writing-a-store\.md/u,
    begins: "// harbour-store",
    reason: "a test for vitest, of a store that is not written",
  },
  { page: /testing\.md/u, languages: ["ts"], reason: "a test for vitest" },
  {
    page: /docs\/testing\.md/u,
    languages: ["yaml"],
    begins: "functions:",
    reason: "a part of a test file; packages/rule-tests reads such parts",
  },
  { page: /docs\/testing\.md/u, languages: ["yaml"], begins: "when:", reason: "a part of a test file, too" },
  {
    page: /^README/u,
    languages: ["sh"],
    begins: "npm start",
    reason: "installs the workspace; npm test itself is running",
  },
  {
    page: /README\.md$/u,
    languages: ["sh"],
    begins: "npm install",
    reason: "what is installed is packed: npm run packcheck installs it",
  },
  {
    page: /getting-started\.md/u,
    languages: ["sh"],
    begins: "npm run pack",
    reason: "packs everything: npm run packcheck does it",
  },
  {
    page: /getting-started\.md/u,
    languages: ["sh"],
    begins: "npm install",
    reason: "installs a compiler; npm run packcheck compiles the program",
  },
  {
    page: /attacks\.md/u,
    languages: ["sh"],
    reason: "takes minutes; packages/bench/src/hostile tests a part",
  },
  {
    page: /performance\.md/u,
    languages: ["sh"],
    reason: "takes half an hour; packages/bench tests its options",
  },
  { page: /publishing\.md/u, languages: ["sh"], reason: "packs everything" },
  {
    page: /(?:events|stores)\.md/u,
    languages: ["sh"],
    begins: "npm run -s kill",
    reason: "kills processes for minutes; the tests do it a few times",
  },
  {
    page: /history\.md/u,
    languages: ["sh"],
    begins: "npm run -s cut",
    reason: "kills processes for minutes; the tests do it a few times",
  },
  {
    page: /client\.md/u,
    languages: ["ts"],
    begins: "const large",
    reason: "ends only with the connection; packages/client/tests follows changes",
  },
  {
    page: /http-reading\.md/u,
    languages: ["sh", ""],
    begins: "curl -sN",
    reason: "ends only with the connection; packages/http/tests reads such streams",
  },
  { page: /http-reading\.md/u, languages: [""], begins: "id:", reason: "a stream" },
  { page: /history\.md/u, languages: [""], begins: "id:", reason: "a stream" },
  { page: /history\.md/u, languages: [""], begins: "event:", reason: "a stream" },
  {
    page: /history\.md/u,
    languages: ["json"],
    reason: "ids and times of one call; packages/http/tests compares the form",
  },
  { page: /http-api\.md/u, languages: [""], reason: "the form of an address" },
  {
    page: /http-other\.md/u,
    languages: [""],
    begins: "POST",
    reason: "a request without a key; packages/http/tests sends such ones",
  },
  { page: /http-other\.md/u, languages: ["ts"], reason: "a server of another platform" },
  {
    page: /importing\.md/u,
    languages: [""],
    begins: "_Row",
    reason: "a file of refused rows; packages/cli/tests/import compares them",
  },
  {
    page: /language\.md/u,
    languages: [""],
    reason: "an expression over tables; the cases of the language have such ones",
  },
  {
    page: /architecture\.md/u,
    languages: [""],
    reason: "an order; packages/core/checks/layers.test.ts holds it",
  },
  { page: /mcp\.md/u, languages: ["json"], reason: "settings of another program" },
  {
    page: /operating\.md/u,
    languages: ["json"],
    reason: "a line of a log; packages/cli/tests/operator-log.test.ts reads such lines",
  },
  {
    page: /(?:operating|postgresql)\.md/u,
    languages: [""],
    reason: "about a PostgreSQL server; packages/cli/tests/serve-check.test.ts compares such lines",
  },
  { page: /rules-testing\.md/u, languages: [""], begins: "warning:", reason: "one line of a check" },
  { page: /rules-from-elsewhere\.md/u, languages: ["text"], reason: "a formula of Excel" },
  {
    page: /conformance\/README/u,
    languages: ["json"],
    reason: "a case of the language; packages/core/conformance runs all",
  },
];
