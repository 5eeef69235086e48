export { packageTests as default } from "../../vitest.workspace.ts";
