/** The table of rights in `docs/security.md`, over rows in memory. */
import { memoryStore } from "@tablewright/store-memory";
import { describeRights } from "./rights/describe-rights.ts";

describeRights(async () => ({ store: memoryStore(), dispose: async () => {} }));
