import { matchesOf } from "../runtime/meter.ts";
import { defineExtraction } from "./define-extraction.ts";

/** What an address of a site can be made of, up to the next blank or bracket. */
const RUN = /[\p{L}\p{M}\p{N}.:/@?#=&%_~+,;-]+/gu;

const LABEL = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

export const extractDomains = defineExtraction({
  name: "EXTRACTDOMAINS",
  summary: "The internet domain names in a text.",
  details:
    "Without https:// and path; of an e-mail address the part after @. Without https:// or www. the ending must be common; two letters such as js or py are a file's.",
  item: "Text",
  find: function* (text, { meter }) {
    for (const run of matchesOf(text, RUN, meter)) {
      yield* domainsIn(run);
      yield undefined;
    }
  },
  examples: [
    ['EXTRACTDOMAINS("See www.example.com today")', ["www.example.com"]],
    [
      'EXTRACTDOMAINS("https://shop.example.co.uk/ship?id=5 or ann@example.org")',
      ["shop.example.co.uk", "example.org"],
    ],
    ['EXTRACTDOMAINS("Version 2.5 is in report.pdf, e.g.")', []],
  ],
});

/** The longest name there is, with a port and some signs around it. */
const LONGEST = 253 + 47;

/** The names in a run without blanks; the slash of a site begins its path, which names none. */
function* domainsIn(run: string): Generator<string> {
  for (const part of run.split(/[,;]/)) {
    const schemeAt = part.indexOf("://");
    const address = schemeAt < 0 ? part : part.slice(schemeAt + 3);
    const host = address.replace(/[/?#].*$/s, "");
    const userEnd = host.lastIndexOf("@");
    if (userEnd === 0 || host.length - userEnd > LONGEST) continue;
    const name = host
      .slice(userEnd + 1)
      .replace(/^[._-]+|[.:_-]+$/g, "")
      .replace(/:\d+$/, "");
    if (isDomain(name, schemeAt >= 0)) yield name;
  }
}

function isDomain(name: string, isAnnounced: boolean): boolean {
  const labels = name.split(".");
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return false;
  const ending = labels.at(-1) ?? "";
  if (!/^(?:\p{L}\p{M}*){2,}$/u.test(ending)) return false;
  if (isAnnounced || /^www\./i.test(name)) return true;
  const isOneCase = ending === ending.toLowerCase() || ending === ending.toUpperCase();
  return isOneCase && isKnownEnding(ending);
}

/** Whether an internet name may end so: with the two letters of a country, or with one of the other endings in wide use. */
function isKnownEnding(ending: string): boolean {
  const lower = ending.toLowerCase();
  return ending.length === 2 ? !NO_COUNTRIES.has(lower) : OTHERS.has(lower);
}

/** Two letters that end the names of files more often than those of sites. */
const NO_COUNTRIES = new Set("cs db go gz hs js kt py rb rs sh ts ui vb xz".split(" "));

const OTHERS = new Set(
  (
    "academy agency aero app arpa art asia bank bike biz blog business cafe capital care cat center church city cloud club com " +
    "community company coop design dev digital edu education email energy events family farm finance fitness fun games global gov " +
    "group guru health help host info ink int international jobs law legal life link live ltd marketing media mil mobi money " +
    "museum name net network news ngo one online org page photo plus post press pro pub school science services shop site social " +
    "software solutions space store studio support systems team tech technology tel today tools top tours travel university " +
    "video vip website wiki work works world xyz zone"
  ).split(" "),
);
