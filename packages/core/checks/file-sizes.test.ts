import { expect, test } from "vitest";
import { allFiles, pathsAt } from "./source-files.ts";

const longestFile = 400;
const namelessName = /^(.+-)?(utils?|helpers?)$|^(common|shared|lib|misc)$/;

test("no file is longer than 400 lines without a reason", () => {
  const long = allFiles.filter(
    (file) => lineCount(file.text) > longestFile && !givesReason(file.parsed.comments),
  );
  expect(
    long.map((file) => `${file.path} has ${lineCount(file.text)} lines`),
    "Split each file by what it is about; if it must stay whole, let its first comment say `Over 400 lines because …`.",
  ).toEqual([]);
});

test("every file and folder has a name of its own", () => {
  const nameless = pathsAt("packages/**").filter((path) =>
    path.split("/").some((part) => namelessName.test(part.replace(/\..*$/, ""))),
  );
  expect(nameless, "Name each after what it holds; if it has no home it has no name yet.").toEqual([]);
});

function lineCount(text: string): number {
  return text.trimEnd().split("\n").length;
}

function givesReason(comments: { value: string }[]): boolean {
  return /Over 400 lines because \S/.test(comments[0]?.value ?? "");
}
