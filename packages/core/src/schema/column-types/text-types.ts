import { defineTextType, LENGTHS } from "./define-text-type.ts";

/** Any text; a number or a boolean that is sent becomes text. */
export const textType = defineTextType({
  name: "Text",
  summary: "Text of a line or so.",
  mayBeKey: true,
  options: LENGTHS,
});

/** Any text; too long to identify rows. */
export const longTextType = defineTextType({
  name: "LongText",
  summary: "Text of several lines.",
  mayBeKey: false,
  options: LENGTHS,
});

/** Any text. */
export const nameType = defineTextType({
  name: "Name",
  summary: "The name of a person or thing.",
  mayBeKey: true,
  options: LENGTHS,
});

/** Any text: addresses have too many forms to check. */
export const addressType = defineTextType({
  name: "Address",
  summary: "A postal address.",
  mayBeKey: true,
  options: LENGTHS,
});

/** One address, by the shape that all have: something, "@", a domain with a dot. */
export const emailType = defineTextType({
  name: "Email",
  summary: "One email address.",
  mayBeKey: true,
  options: LENGTHS,
  form: {
    accepts: (text) => ADDRESS.test(text),
    expected: "one email address",
    example: "ann@example.com",
  },
});

const ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/;

/** Digits, blanks and `+ - ( ) . x`, so that every country and extension fits; a number is sent now and then. */
export const phoneType = defineTextType({
  name: "Phone",
  summary: "A phone number.",
  mayBeKey: true,
  options: LENGTHS,
  form: {
    accepts: (text) => /\d/.test(text) && NUMBER.test(text),
    expected: "a phone number",
    example: "+1 (206) 555-0101 x5",
  },
});

const NUMBER = /^[\d\s+\-().x]+$/i;

/** An absolute URL, or the relative path of a file, which may hold blanks. */
export const urlType = defineTextType({
  name: "Url",
  summary: "A web address, or the path of a file.",
  mayBeKey: false,
  isLink: true,
  options: LENGTHS,
  form: { accepts: isUrlOrPath, expected: "a URL or a file path", example: "https://example.com/page" },
});

function isUrlOrPath(text: string): boolean {
  if (/[\p{Cc}<>"]/u.test(text)) return false;
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return text.trim() !== "";
  return /^https?$/.test(scheme) ? /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(text) : !/:$|\s/.test(text);
}

/** Files are kept as the paths and URLs that callers send. */
export const imageType = defineTextType({
  name: "Image",
  summary: "A picture: the path of a file, or a URL.",
  mayBeKey: false,
  isLink: true,
});

export const thumbnailType = defineTextType({
  name: "Thumbnail",
  summary: "A small picture: the path of a file, or a URL.",
  mayBeKey: false,
  isLink: true,
});

export const drawingType = defineTextType({
  name: "Drawing",
  summary: "A picture drawn by hand: the path of a file, or a URL.",
  mayBeKey: false,
  isLink: true,
});

export const signatureType = defineTextType({
  name: "Signature",
  summary: "A signature drawn by hand: the path of a file, or a URL.",
  mayBeKey: false,
  isLink: true,
});

export const fileType = defineTextType({
  name: "File",
  summary: "A document: the path of a file, or a URL.",
  mayBeKey: false,
  isLink: true,
});

export const videoType = defineTextType({
  name: "Video",
  summary: "A film: a URL, or the path of a file.",
  mayBeKey: false,
  isLink: true,
});

export const appType = defineTextType({
  name: "App",
  summary: "The handle of an application.",
  mayBeKey: false,
  mayBeItem: false,
});

/** Belongs to forms, not to rows. */
export const showType = defineTextType({
  name: "Show",
  kind: "Text",
  summary: "A heading or picture in a form; never stored and never in rows.",
  filledBy: "none",
  mayBeKey: false,
  mayBeItem: false,
});

/** A computed column: callers send the parts, and read the whole. */
export const multiColumnKeyType = defineTextType({
  name: "MultiColumnKey",
  kind: "Text",
  summary: "The key of a table with several key columns, its parts joined by a colon and a blank.",
  filledBy: "formula",
  mayBeKey: false,
  mayBeItem: false,
});
