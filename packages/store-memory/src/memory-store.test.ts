import { describeEngine } from "@tablewright/engine-tests";
import { describeStore } from "@tablewright/store-contract";
import { memoryStore } from "./store-of-snapshot.ts";

const make = async () => {
  const store = memoryStore();
  return { store, dispose: () => store.close() };
};

describeStore("memory", make);
describeEngine("memory", make, { effort: 0.5, readsObjects: false });
