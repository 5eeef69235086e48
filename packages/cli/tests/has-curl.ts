/** Whether this machine has curl; tests of curl lines skip, saying so, where it has not. */
import { spawnSync } from "node:child_process";

export const hasCurl = spawnSync("curl", ["--version"]).status === 0;
