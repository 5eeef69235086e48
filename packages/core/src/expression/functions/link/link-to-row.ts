import { defineFunction } from "../define-function.ts";
import { deepLink } from "./deep-link.ts";

export const linkToRow = defineFunction("link", {
  signature: "LINKTOROW(key: Text, view: Text, [app: Text]): App",
  summary: "A deep link to one row, shown in a view.",
  details:
    "#page=row&view=…&row=…, with app=… first if an app is named. Values are encoded as by ENCODEURL and not checked. A blank key or view gives blank.",
  blanks: "accept",
  uses: "request",
  evaluate: (key, view, app, { meter }) =>
    key &&
    view &&
    deepLink(
      app,
      [
        ["page", "row"],
        ["view", view],
        ["row", key],
      ],
      meter,
    ),
  examples: [
    ['LINKTOROW("order 456", "Order Details")', "#page=row&view=Order%20Details&row=order%20456"],
    ['LINKTOROW(12, "Stock", "Shop-7")', "#app=Shop%2D7&page=row&view=Stock&row=12"],
  ],
});
