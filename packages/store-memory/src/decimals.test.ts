import { describeDecimals } from "../../core/conformance/describe-decimals.ts";
import { memoryStore } from "./memory-store.ts";

const make = async () => {
  const store = memoryStore();
  return { store, dispose: () => store.close() };
};

describeDecimals("memory", make);
