import { describeDecimals } from "../../core/conformance/describe-decimals.ts";
import { memoryStore } from "./store-of-snapshot.ts";

const make = async () => {
  const store = memoryStore();
  return { store, dispose: () => store.close() };
};

describeDecimals("memory", make);
