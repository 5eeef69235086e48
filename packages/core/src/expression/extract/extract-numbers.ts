import { defineExtraction } from "./define-extraction.ts";
import { numbersIn } from "./numbers-in.ts";

export const extractNumbers = defineExtraction({
  name: "EXTRACTNUMBERS",
  summary: "The numbers in a text, in digits or in English words.",
  details:
    'Digits are read in the Locale\'s form; those in INV-0042 count too. Words are read as one number: "twenty-one", "three and a half", "2 million". Numbers of more than 15 digits are left out.',
  item: "Decimal",
  find: function* (text, { locale, meter }) {
    meter.spend(text.length);
    for (const match of numbersIn(text, locale)) yield match?.value;
  },
  examples: [
    ['EXTRACTNUMBERS("I am three and a half years old!")', [3.5]],
    ['EXTRACTNUMBERS("330 SW Main St, 97229")', [330, 97229]],
    ['EXTRACTNUMBERS("Two, four, twenty-one and -1,234.5")', [2, 4, 21, -1234.5]],
    ['EXTRACTNUMBERS("no digits at all")', []],
  ],
});
