/** Prose in the words that the patterns know: blanks of any kind are one blank each, "between A and B" is "A to B". */
export function plainProse(part: string): string {
  return part
    .replace(/\s+/g, " ")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(THE_DAY, "$1 $2")
    .replace(/\b(start|beginning|end) of (?=(?:week|month|quarter|year)\b)/gi, "$1 of the ")
    .replace(TO_OR_PAST, clockOf)
    .replace(O_CLOCK, "$1$2m")
    .replace(PART_OF_DAY, halfOf)
    .replace(/\bbetween ([^.;!?]{1,60}?) and\b/gi, "$1 to")
    .replace(/\b((?:noon|midnight)(?: to | until | till | ?[-\u2013] ?)\d{1,2}(?::\d\d)?[ap])\b/gi, "$1m")
    .replace(
      /\b(\d{1,2}(?::\d\d)?[ap])(?=(?: to | until | till | ?[-\u2013] ?)(?:noon|midnight)\b)/gi,
      "$1m",
    );
}

const MONTHS =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";

/** "April the first", unless a thing follows: "in May the second team". */
const THE_DAY = new RegExp(
  String.raw`\b(${MONTHS}) the ([1-3]?\d(?:st|nd|rd|th)|first|second|third|fourth|fifth|(?:six|seven|eigh|nin|ten|eleven|twelf)th)(?=$|[.,;:!?)]| (?:at|in|on|to|until|till|through|and|or|19\d\d|20\d\d)\b)`,
  "gi",
);

const TO_OR_PAST =
  /\b(?:a )?(quarter|half|five|ten|twenty|twenty-five|[1-5]?\d(?= past)) (to|past) (\d{1,2})(?![\d:.]\d)(?: o'clock)?(?: ?([ap])\.?m\b)?(?! ?%)/gi;
const MINUTES: Readonly<Record<string, number>> = {
  ...{ quarter: 15, half: 30, five: 5, ten: 10, twenty: 20, "twenty-five": 25 },
};

/** "Quarter past 7 pm" is 7:15pm, "quarter to 5" is 4:45. "Ten to 5" may be a range: words count with "past" only. */
function clockOf(phrase: string, word: string, which: string, figure: string, half?: string): string {
  const minutes = MINUTES[word.toLowerCase()] ?? Number(word);
  const hour = Number(figure);
  const isTo = which.toLowerCase() === "to";
  if (hour < 1 || hour > 12 || (isTo && word.toLowerCase() !== "quarter")) return phrase;
  const time = `${isTo ? hour - 1 || 12 : hour}:${String(isTo ? 60 - minutes : minutes).padStart(2, "0")}`;
  if (half === undefined) return time;
  const isAfternoon = (half.toLowerCase() === "p") !== (isTo && hour === 12);
  return `${time}${isAfternoon ? "pm" : "am"}`;
}

const O_CLOCK = /\b(\d{1,2}) o'clock ?([ap])\.?m\b/gi;
const PART_OF_DAY =
  /\b((?:at|by|around|about|from|to|until|till|before|after|since) )?(?<![:.\d])(\d{1,2})(:\d\d)?( o'clock)? (?:in the|at) (morning|afternoon|evening|night)\b/gi;

/** "5 o'clock in the evening", "at 5 in the afternoon"; "5 in the evening" may be so many people. */
function halfOf(
  phrase: string,
  lead: string | undefined,
  figure: string,
  minutes: string | undefined,
  oClock: string | undefined,
  part: string,
): string {
  const hour = Number(figure);
  const word = part.toLowerCase();
  if (hour < 1 || hour > 12 || (lead ?? minutes ?? oClock) === undefined) return phrase;
  if (hour === 12 && (word === "morning" || word === "evening")) return phrase;
  const isEarly = word === "morning" || (word === "night" && (hour < 6 || hour === 12));
  return `${lead ?? ""}${figure}${minutes ?? ""}${isEarly ? "am" : "pm"}`;
}
