/** Conditions and what combines them. */
export { and } from "./and.ts";
export { isBlank } from "./is-blank.ts";
export { isNotBlank } from "./is-not-blank.ts";
export { not } from "./not.ts";
export { or } from "./or.ts";
