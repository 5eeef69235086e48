import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ExpectedAnswers } from "./expected-answers.ts";

/** Where the files of an example lie, and what its rows must answer. */
export interface ExampleFiles {
  readonly folder: string;
  readonly definition: string;
  /** The folder of the CSV files. */
  readonly data: string;
  readonly hasData: boolean;
  /** For the titles of tests, where there are no rows. */
  readonly skipped: string;
  readonly expected: ExpectedAnswers;
}

export type ExampleName = "sales" | "northwind";

/** The rows of Northwind are no part of the repository: they are looked for next to it. */
export function exampleFiles(name: ExampleName): ExampleFiles {
  const folder = join(import.meta.dirname, name);
  const data =
    name === "sales" ? join(folder, "data") : resolve(import.meta.dirname, "../../../shared/data", name);
  const hasData = existsSync(data);
  return {
    folder,
    definition: join(folder, "app.yaml"),
    data,
    hasData,
    skipped: hasData ? "" : `: skipped, no ../shared/data/${name} beside this repository`,
    expected: JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")),
  };
}
