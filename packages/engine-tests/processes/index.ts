/** What stores pass that several processes of this workspace's tests use at the same time, beside the contract. */
export { type BreakableStore, describeBrokenConnections } from "./describe-broken-connections.ts";
export { describeSeveralProcesses } from "./describe-several-processes.ts";
export type { SeveralProcesses } from "./several-processes.ts";
export { withEngines, withStores } from "./several-processes.ts";
export { type DisposableStore, withCounter } from "./with-counter.ts";
