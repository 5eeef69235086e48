/** How a cell that names a picture is shown; undefined is as a text. */
export type PictureSource =
  | { readonly kind: "picture"; readonly source: string }
  /** Of a host that is not to learn who looks at the row. */
  | { readonly kind: "link"; readonly address: string; readonly host: string }
  /** Held whole by the cell, and too large for it. */
  | { readonly kind: "tooLarge"; readonly kilobytes: number };

/**
 * Pictures are shown that the cell holds whole, in a form that is only dots, and those of the page's own origin or one that
 * the operator names. The API is not asked for one: with a wrong key in the address it would refuse the viewer.
 */
export function pictureOf(text: string, here: string, origins: readonly string[]): PictureSource | undefined {
  const size = DATA.test(text) ? text.length : undefined;
  if (size !== undefined)
    return size > LONGEST_DATA
      ? { kind: "tooLarge", kilobytes: Math.round(size / 1_000) }
      : { kind: "picture", source: text };
  if (!/^(?:https?:\/\/|\/)/iu.test(text) || !URL.canParse(text, here)) return undefined;
  const { origin, protocol, href, host, pathname } = new URL(text, here);
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  if (origin === here) return isOfApi(pathname) ? undefined : { kind: "picture", source: href };
  return origins.includes(origin) ? { kind: "picture", source: href } : { kind: "link", address: href, host };
}

const DATA = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/]+=*$/iu;

/** Characters of a picture that is held by its cell. */
export const LONGEST_DATA = 262_144;

function isOfApi(path: string): boolean {
  return /\/api(?:\/|$)/iu.test(
    path.replaceAll(/%([0-9a-f]{2})/giu, (_, code) => String.fromCharCode(Number(`0x${code}`))),
  );
}
