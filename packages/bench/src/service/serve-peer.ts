import type { ServicePeer } from "./peers/service-peer.ts";
import { recordBatches } from "./records.ts";
import { answerParent, readTold } from "./serving.ts";

/** A peer over the same rows, in a process that `startServer` began. */
const serving = readTold();
const { peer } = (await import(`./peers/${serving.peer}.ts`)) as { peer: ServicePeer };
answerParent({ port: await peer.serve(recordBatches(serving.rows), serving), fillSeconds: 0 });
