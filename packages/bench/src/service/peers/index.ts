/** The modules of the peers that are measured unless others are named; each exports its `peer`. */
export const peerModules: readonly string[] = ["json-server-memory", "json-server-file", "feathers"];

/** Those that are too heavy to be measured without being named. */
export const heavyPeerModules: readonly string[] = ["directus"];
