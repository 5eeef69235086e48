import { recordBatches } from "./records.ts";
import { answerParent, readServingTask } from "./server-process.ts";
import { servicePeers } from "./service-peers.ts";

/** A peer over the same rows, in a process that `startServer` began. */
const { peer = "", rows, place } = readServingTask();
const port = await servicePeers[peer]?.serve(recordBatches(rows), place);
if (port === undefined) throw new Error(`There is no server "${peer}".`);
answerParent({ port, fillSeconds: 0 });
