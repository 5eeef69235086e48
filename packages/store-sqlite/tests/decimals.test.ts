/** Decimals over a file are those on paper. */
import { describeDecimals } from "../../core/conformance/describe-decimals.ts";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

const make = async () => {
  const { file, remove } = temporaryFile();
  const store = sqliteStore(file);
  return { store, dispose: () => store.close().then(remove) };
};

describeDecimals("sqlite", make, ["Difference", "Balance", "Settled", "Reduced", "Left", "Rest"]);
