import { join } from "node:path";
import { test } from "vitest";
import { folderOf } from "../folder.ts";
import { rollServers } from "./roll-servers.ts";

test("no row is without its values after servers over one SQLite file were replaced under load", () =>
  rollServers(`sqlite:${join(folderOf({}), "rows.sqlite")}`));
