import { writeFileSync } from "node:fs";
import { jsonServer } from "./json-server.ts";

/** json-server as it is usually run, over a file that each change writes again. */
export const peer = jsonServer({ name: "json-server, file", kind: "sqlite" }, (data, place) => {
  writeFileSync(`${place}.json`, JSON.stringify(data));
  return `${place}.json`;
});
