/** Whether an internet name may end so: with the two letters of a country, or with one of the other endings in wide use. */
export function isKnownEnding(ending: string): boolean {
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
