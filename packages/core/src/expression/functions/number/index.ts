/** Numbers: rounded, raised, divided and read from other values. */
export { abs } from "./abs.ts";
export { ceiling } from "./ceiling.ts";
export { decimal } from "./decimal.ts";
export { exp } from "./exp.ts";
export { floor } from "./floor.ts";
export { ln } from "./ln.ts";
export { log } from "./log.ts";
export { log2 } from "./log2.ts";
export { log10 } from "./log10.ts";
export { mod } from "./mod.ts";
export { number } from "./number.ts";
export { power } from "./power.ts";
export { randBetween } from "./rand-between.ts";
export { round } from "./round.ts";
export { sqrt } from "./sqrt.ts";
export { trunc } from "./trunc.ts";
