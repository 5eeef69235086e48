/** One of several results, chosen by conditions; only the chosen one is evaluated. */
export { choose } from "./choose.ts";
export { ifElse } from "./if.ts";
export { ifs } from "./ifs.ts";
export { letNames } from "./let.ts";
export { switchCase } from "./switch.ts";
export { tryValue } from "./try.ts";
