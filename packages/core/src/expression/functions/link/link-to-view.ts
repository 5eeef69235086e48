import { defineFunction } from "../define-function.ts";
import { deepLink } from "./deep-link.ts";

export const linkToView = defineFunction("link", {
  signature: "LINKTOVIEW(view: Text, [app: Text]): App",
  summary: "A deep link to a view of this app or of another.",
  details:
    "#page=view&view=…, with app=… first if an app is named. Values are encoded as by ENCODEURL and not checked. A blank view gives blank.",
  blanks: "accept",
  uses: "request",
  evaluate: (view, app, { meter }) =>
    view &&
    deepLink(
      app,
      [
        ["page", "view"],
        ["view", view],
      ],
      meter,
    ),
  examples: [
    ['LINKTOVIEW("New Orders")', "#page=view&view=New%20Orders"],
    ['LINKTOVIEW("Stock", "Shop-7")', "#app=Shop%2D7&page=view&view=Stock"],
  ],
});
