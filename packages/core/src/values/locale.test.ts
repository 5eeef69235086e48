import { describe, expect, test } from "vitest";
import { americanForms, defaultLocale, formsFor, localeForms, rememberedLocales } from "./locale.ts";

describe("localeForms", () => {
  test.each([
    ["en-US", "MDY", "/", ".", ",", true],
    ["en-GB", "DMY", "/", ".", ",", false],
    ["de-DE", "DMY", ".", ",", ".", false],
    ["fr-FR", "DMY", "/", ",", "\u202f", false],
    ["pt-BR", "DMY", "/", ",", ".", false],
    ["es-ES", "DMY", "/", ",", ".", false],
    ["ja-JP", "YMD", "/", ".", ",", false],
    ["zh-CN", "YMD", "/", ".", ",", false],
    ["vi-VN", "DMY", "/", ",", ".", false],
    ["ko-KR", "YMD", ".", ".", ",", true],
    ["ar-EG", "DMY", "/", ".", ",", true],
  ])("%s", (tag, dateOrder, dateSeparator, decimalSign, groupSign, hour12) => {
    expect(localeForms(tag)).toMatchObject({ tag, dateOrder, dateSeparator, decimalSign, groupSign, hour12 });
  });

  test("the default Locale has the forms that the platform gives it", () => {
    expect(localeForms(defaultLocale)).toBe(americanForms);
    expect(americanForms).toEqual(formsFor(defaultLocale));
  });

  test("knows the names of months and weekdays", () => {
    expect(localeForms("en-GB")?.monthNames.long[11]).toBe("December");
    expect(localeForms("en-US")?.monthNames.short[0]).toBe("Jan");
    expect(localeForms("en-US")?.weekdayNames.long).toEqual([
      "Sunday",
      "Monday",
      "Tuesday",
      "Wednesday",
      "Thursday",
      "Friday",
      "Saturday",
    ]);
    expect(localeForms("de-DE")?.weekdayNames.short[0]).toBe("So");
  });

  test("keeps to the Gregorian calendar and Latin digits, whatever the tag asks for", () => {
    const forms = localeForms("ar-EG-u-ca-islamic-nu-arab-hc-h23-x-private");
    expect(forms).toEqual(localeForms("ar-EG"));
    expect(localeForms("en-x-private")).toMatchObject({ tag: "en", dateOrder: "MDY" });
  });

  test("takes tags in any case, with underscores, and regions whose forms are those of another", () => {
    expect(localeForms("EN-us")).toEqual(localeForms(defaultLocale));
    expect(localeForms("ja_JP")).toEqual(localeForms("ja-JP"));
    expect(localeForms("zh_Hant_TW")).toMatchObject({ tag: "zh-Hant-TW", dateOrder: "YMD" });
    expect(localeForms("de-US")).toMatchObject({ tag: "de-US", dateOrder: "DMY", dateSeparator: "." });
    expect(localeForms("es-419")).toMatchObject({ dateOrder: "DMY" });
  });

  test.each(["", "e", "_", "en-", "not a tag", "en-US\0", `en-${"a1b2c3-".repeat(2000)}x`])(
    "refuses the malformed tag %j",
    (tag) => {
      expect(localeForms(tag)).toBeUndefined();
    },
  );

  test.each(["german", "english", "xx-YY", "zz-ZZ", "en-XX", "en-ZZ", "und", "tlh"])(
    "refuses %s, of which there is no data",
    (tag) => {
      expect(localeForms(tag)).toBeUndefined();
    },
  );

  test("remembers what it built, and many tags do no harm", () => {
    expect(localeForms("en-US")).toBe(localeForms("en-US"));
    for (let index = 0; index < 300; index++) localeForms(`en-x-a${index}`);
    expect(localeForms("en-US")?.dateOrder).toBe("MDY");
  });

  test("keeps as much of 3,000 tags as of 256", () => {
    const name = (index: number) => index.toString(36).padStart(5, "0");
    const others: string[] = [];
    for (let index = 0; index < 1_500; index++) {
      if (localeForms(`en-US-u-va-${name(index)}`) !== localeForms("en-US")) others.push(name(index));
      const german = localeForms(`de-${name(index)}`);
      if (german?.tag !== `de-${name(index)}` || german.dateOrder !== "DMY") others.push(name(index));
    }
    expect(others).toEqual([]);
    expect(rememberedLocales()[0]).toBe(256);
    expect(rememberedLocales()[1]).toBeLessThan(40);
  });
});
