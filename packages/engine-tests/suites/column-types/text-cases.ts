import { asSent, type ColumnTypeCases, type Taken, unreadable } from "./column-type-cases.ts";

const ANY_TEXT = [
  "Text",
  "LongText",
  "Name",
  "Address",
  "Image",
  "Thumbnail",
  "Drawing",
  "Signature",
  "File",
  "Video",
  "App",
];

const SHOP = "https://example.com/a?b=c#d";

/** As HYPERLINK gives it. */
const LINK = `{"Url":"${SHOP}","LinkText":"Our shop"}`;

/** Texts and what is written as text. */
export const TEXT_CASES: readonly ColumnTypeCases[] = [
  ...ANY_TEXT.map((type) => ({
    type,
    takes: [
      ...asSent("abc", "  two  blanks ", "a\nb", "\u00e9 🚢", "1,234", "TRUE"),
      [42, "42"],
      [1.5, "1.5"],
      [true, "TRUE"],
      [false, "FALSE"],
    ] as const,
    refuses: unreadable(["a"], { a: 1 }, "a\0b", "a\ud800"),
  })),
  ...["Text", "LongText", "Name"].map((type) => ({
    type,
    options: "minLength: 2, maxLength: 3",
    takes: asSent("ab", "abc", "🚢🚢"),
    refuses: [
      ["a", "cell/out-of-bounds"],
      ["abcd", "cell/out-of-bounds"],
    ] as const,
  })),
  {
    type: "LongText",
    takes: asSent("x".repeat(1_048_576)),
    refuses: [["x".repeat(1_048_577), "limit/cell-length"]],
  },
  {
    type: "Email",
    takes: asSent("ann.lee+x@mail.example.com"),
    refuses: unreadable("ann", "ann@example", "a@example.com, b@example.com", ["a@example.com"]),
  },
  {
    type: "Phone",
    takes: [...asSent("+1 (206) 555-0101 x5", "206.555.0101"), [2065550101, "2065550101"]],
    refuses: unreadable("call me", "()"),
  },
  {
    type: "Url",
    takes: asSent("https://example.com/a?b=c#d", "Orders_Images/My file 1.jpg"),
    refuses: [
      ...unreadable("https://", "<script>", "a\nb", '{"Url":"https://","LinkText":"Shop"}', '{"Url":'),
      ...unreadable({ Url: "<script>" }, { Url: "a\nb", LinkText: "x" }),
    ],
  },
  ...["Url", "Image", "Thumbnail", "Drawing", "Signature", "File", "Video"].map((type) => ({
    type,
    takes: [
      [{ Url: SHOP, LinkText: "Our shop" }, LINK],
      [{ LinkText: "Our shop", Url: SHOP }, LINK],
      ...asSent(LINK, `{ "Url": "${SHOP}", "LinkText": "Our \\u0073hop" }`, "Our files/a.pdf"),
      [{ Url: SHOP }, SHOP],
      [{ Url: SHOP, LinkText: "" }, SHOP],
      [{ Url: SHOP, LinkText: null }, SHOP],
      ...[{ Url: "", LinkText: "Our shop" }, { Url: null }, '{"Url":"","LinkText":""}'].map(
        (blank): Taken => [blank, "", null],
      ),
    ] as const,
    refuses: unreadable({ Url: 5 }, { Url: SHOP, LinkText: 5 }, { Url: SHOP, Text: "x" }, { LinkText: "x" }, [
      { Url: SHOP },
    ]),
  })),
];
