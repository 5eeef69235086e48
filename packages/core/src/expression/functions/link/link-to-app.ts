import { defineFunction } from "../define-function.ts";
import { deepLink } from "./deep-link.ts";

export const linkToApp = defineFunction("link", {
  signature: "LINKTOAPP(app: Text): App",
  summary: "A deep link to an app, at the view it starts with.",
  details:
    "The link is #app=…, its value encoded as by ENCODEURL. Whether there is such an app is not checked.",
  uses: "request",
  evaluate: (app, { meter }) => deepLink(app, [], meter),
  examples: [['LINKTOAPP("Stock-123")', "#app=Stock%2D123"]],
});
