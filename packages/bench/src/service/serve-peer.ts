import type { ServicePeer } from "./peers/service-peer.ts";
import { recordBatches } from "./records.ts";
import { answerParent, readTold } from "./serving.ts";

/** A peer over the same rows, in a process that `startServer` began. */
const told = readTold();
const { peer } = (await import(`./peers/${told.peer}.ts`)) as { peer: ServicePeer };
answerParent({ port: await peer.serve(recordBatches(told.rows), told), fillSeconds: 0 });
