import { jsonServer } from "./json-server.ts";

/** json-server over an object that is never saved. */
export const peer = jsonServer({ name: "json-server, in memory", kind: "memory" }, (data) => data);
