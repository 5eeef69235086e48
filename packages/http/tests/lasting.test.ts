/** What lasts asks again who may see it, over rows in memory. */
import { memoryStore } from "@tablewright/store-memory";
import { describeLasting } from "./rights/describe-lasting.ts";

describeLasting(async () => ({ store: memoryStore(), dispose: async () => {} }));
