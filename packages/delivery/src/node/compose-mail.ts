import { setImmediate } from "node:timers/promises";
import type { SendMailOptions } from "nodemailer";
import type { OutgoingMail } from "../delivery-options.ts";

/**
 * A mail in the terms of the library that writes it, with the text of its HTML where it has no text of its own. Its Message-ID
 * is made of the event's id, so it is the same each time.
 */
export async function composeMail(
  { id, message }: OutgoingMail,
  from: string | undefined,
): Promise<SendMailOptions> {
  const { to, cc, bcc, replyTo, subject, html, attachments } = message;
  const text = message.text ?? (html === undefined ? "" : await textOfHtml(html));
  const sender = message.from ?? from;
  return {
    messageId: `<${id}@${domainOf(sender)}>`,
    from: sender,
    to,
    cc,
    bcc,
    replyTo,
    subject,
    text,
    html,
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content,
    })),
    disableFileAccess: true, // nothing in a row reaches a file or a page of this machine
    disableUrlAccess: true,
  };
}

function domainOf(sender: string | undefined): string {
  return /@([\w.-]+)/.exec(sender ?? "")?.[1] ?? "localhost";
}

/**
 * HTML as a text to be read: a line for each block, items with a dash, cells next to each other, links followed by where they lead.
 * The time is in proportion to the length, however tags are nested, and others get their turn in between.
 */
export async function textOfHtml(html: string): Promise<string> {
  const { Tokenizer } = await import("htmlparser2"); // loaded with the first mail that needs it
  const text = new HtmlText();
  const slice = (start: number, end: number) => html.slice(start, end);
  let tag = "";
  let attribute = "";
  let attributes: Record<string, string> = {};
  const open = () => text.open(tag, attributes);
  const addToAttribute = (data: string) => {
    attributes[attribute] = (attributes[attribute] ?? "") + data;
  };
  const ignored = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => text.add(slice(start, end)),
      ontextentity: (codepoint) => text.add(String.fromCodePoint(codepoint)),
      onopentagname: (start, end) => {
        tag = slice(start, end).toLowerCase();
        attributes = {};
      },
      onattribname: (start, end) => {
        attribute = slice(start, end).toLowerCase();
      },
      onattribdata: (start, end) => addToAttribute(slice(start, end)),
      onattribentity: (codepoint) => addToAttribute(String.fromCodePoint(codepoint)),
      onattribend: ignored,
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) => text.close(slice(start, end).toLowerCase()),
      oncdata: ignored,
      oncomment: ignored,
      ondeclaration: ignored,
      onend: ignored,
      onprocessinginstruction: ignored,
    },
  );
  for (let at = 0; at < html.length; at += AT_A_TIME) {
    tokenizer.write(slice(at, at + AT_A_TIME));
    await setImmediate();
  }
  tokenizer.end();
  return text.toString();
}

const AT_A_TIME = 16_384;

/** The line breaks before and after what a tag encloses. */
const BREAKS: ReadonlyMap<string, number> = new Map([
  ...["blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "pre", "table", "ul"].map(twice),
  ...["address", "article", "dd", "div", "dl", "dt", "figure", "footer", "form", "header", "hr", "li"].map(
    once,
  ),
  ...["main", "nav", "section", "tr"].map(once),
]);

const UNSEEN: ReadonlySet<string> = new Set(["head", "script", "style", "template", "title"]);

/** Pieces of a link that are compared with its target; an address is no more. */
const A_FEW = 4;

function once(name: string): [string, number] {
  return [name, 1];
}

function twice(name: string): [string, number] {
  return [name, 2];
}

/** The text as far as it is known while tags come. */
class HtmlText {
  readonly #pieces: string[] = [];
  /** Line breaks and a blank that come before the next words, if there are any. */
  #breaks = 0;
  #gap = "";
  /** The tag whose text is not shown, until its end. */
  #unseen: string | undefined;
  #preformatted = 0;
  /** Where the link leads that is open, and where its words begin. */
  #link: { readonly href: string; readonly from: number } | undefined;

  open(name: string, { href = "", alt = "" }: Readonly<Record<string, string>>): void {
    if (name === "body") this.#unseen = undefined;
    if (UNSEEN.has(name)) this.#unseen ??= name;
    if (name === "pre") this.#preformatted += 1;
    this.#break(BREAKS.get(name) ?? 0);
    if (name === "br") this.#breaks += 1;
    if (name === "li") this.#write("- ");
    if (name === "td" || name === "th") this.#gap = "  ";
    if (name === "img") this.add(alt);
    if (name === "a") this.#link = { href, from: this.#pieces.length };
  }

  close(name: string): void {
    if (name === this.#unseen) this.#unseen = undefined;
    if (name === "pre") this.#preformatted = Math.max(0, this.#preformatted - 1);
    if (name === "a") this.#closeLink();
    this.#break(BREAKS.get(name) ?? 0);
  }

  add(data: string): void {
    const words = this.#preformatted > 0 ? data : data.replace(/\s+/gu, " ");
    if (this.#preformatted === 0 && words.startsWith(" ")) this.#gap ||= " ";
    const shown = this.#preformatted > 0 ? words : words.trim();
    if (shown !== "") this.#write(shown);
    if (this.#preformatted === 0 && words.endsWith(" ")) this.#gap ||= " ";
  }

  toString(): string {
    return this.#pieces.join("").trim();
  }

  /** Writes where a link leads, if its words do not say so. */
  #closeLink(): void {
    if (this.#link === undefined) return;
    const { href, from } = this.#link;
    this.#link = undefined;
    const words = this.#pieces
      .slice(from, from + A_FEW)
      .join("")
      .trim();
    const target = href.replace(/^mailto:/iu, "");
    if (/^(https?|mailto|tel):/iu.test(href) && target !== words)
      this.#write(words === "" ? target : ` [${target}]`);
  }

  #break(count: number): void {
    this.#breaks = Math.max(this.#breaks, count);
  }

  #write(words: string): void {
    if (this.#unseen !== undefined) return;
    const isAtStart = this.#pieces.length === 0;
    if (this.#breaks > 0 && !isAtStart) this.#pieces.push("\n".repeat(Math.min(this.#breaks, 3)));
    else if (!isAtStart && !this.#pieces.at(-1)?.endsWith(" ")) this.#pieces.push(this.#gap);
    this.#breaks = 0;
    this.#gap = "";
    this.#pieces.push(words);
  }
}
