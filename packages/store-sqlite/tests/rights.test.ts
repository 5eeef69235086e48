/** The table of rights in `docs/security.md`, and what lasts, over SQLite. */
import { describeLasting } from "../../http/tests/rights/describe-lasting.ts";
import { describeRights } from "../../http/tests/rights/describe-rights.ts";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

const make = async () => {
  const { file, remove } = temporaryFile();
  return { store: sqliteStore(file), dispose: async () => remove() };
};

describeRights(make);
describeLasting(make);
