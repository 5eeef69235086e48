import { join } from "node:path";
import { test } from "vitest";
import { folderOf } from "./folder.ts";
import { readInLittleMemory } from "./many/read-in-little-memory.ts";

test("SQLite: a Find holds neither the rows it looks at nor those it passes on", () =>
  readInLittleMemory(`sqlite:${join(folderOf({}), "many.sqlite")}`));
