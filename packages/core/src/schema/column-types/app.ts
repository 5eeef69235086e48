import { defineTextType } from "./define-text-type.ts";

/** Kept as it is sent. */
export const app = defineTextType({
  name: "App",
  summary: "The handle of an application.",
  mayBeKey: false,
  mayBeItem: false,
});
