/** The table of rights in `docs/security.md`, over SQLite. */
import { describeRights } from "../../http/tests/rights/describe-rights.ts";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

describeRights(async () => {
  const { file, remove } = temporaryFile();
  return { store: sqliteStore(file), dispose: async () => remove() };
});
