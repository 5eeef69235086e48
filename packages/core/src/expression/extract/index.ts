/** What a text says, found and typed: dates, numbers, addresses. */
export { extract } from "./extract.ts";
export { extractChoice } from "./extract-choice.ts";
export { extractDateTimes } from "./extract-date-times.ts";
export { extractDates } from "./extract-dates.ts";
export { extractDomains } from "./extract-domains.ts";
export { extractDurations } from "./extract-durations.ts";
export { extractEmails } from "./extract-emails.ts";
export { extractHashtags } from "./extract-hashtags.ts";
export { extractMentions } from "./extract-mentions.ts";
export { extractNumbers } from "./extract-numbers.ts";
export { extractPhoneNumbers } from "./extract-phone-numbers.ts";
export { extractPrices } from "./extract-prices.ts";
export { extractTimes } from "./extract-times.ts";
