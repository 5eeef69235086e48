import { defineFunction } from "../define-function.ts";
import { chargeGrowth } from "../text/charge-growth.ts";

export const hyperlink = defineFunction({
  name: "HYPERLINK",
  category: "link",
  summary: "A web address together with the text that is shown for it.",
  details:
    'A text of the form {"Url":"…","LinkText":"…"}, which LINKURL and LINKTEXT read. Without a text it is the address, without an address blank. Encode parts of an address with ENCODEURL.',
  parameters: [
    { name: "url", type: "Text" },
    { name: "text", type: "Text" },
  ],
  result: "Url",
  blanks: "accept",
  uses: "request",
  evaluate: (url, text, { meter }) => {
    if (url === null || text === null) return url;
    meter.buildText(url.length + text.length);
    return chargeGrowth(JSON.stringify({ Url: url, LinkText: text }), url + text, meter);
  },
  examples: [
    [
      'HYPERLINK("https://example.com/a", "Our shop")',
      '{"Url":"https://example.com/a","LinkText":"Our shop"}',
    ],
    ['LINKTEXT(HYPERLINK("https://example.com/a", "Our shop"))', "Our shop"],
    ['HYPERLINK("https://example.com/a", "")', "https://example.com/a"],
  ],
});
