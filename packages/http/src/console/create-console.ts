import type { ConsoleFile, ConsoleFiles } from "./console-files.ts";

/** The console as it is served: its files, and what a browser may do with them. */
export interface Console {
  readonly files: ConsoleFiles;
  /** The headers by which browsers keep to it. */
  readonly policies: Readonly<Record<string, string>>;
}

/**
 * The console, with the origins whose pictures it shows: the page reads them in its head, and the policy has them. Throws where
 * one is no origin of HTTP.
 */
export function createConsole(files: ConsoleFiles, imageOrigins: readonly string[] = []): Console {
  for (const origin of imageOrigins)
    if (!/^https?:/u.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new Error(`"${origin}" is no origin such as https://images.example.com.`);
  const page = files.get(PAGE);
  const named =
    page === undefined || imageOrigins.length === 0 ? [] : [[PAGE, naming(page, imageOrigins)] as const];
  return { files: new Map([...files, ...named]), policies: policiesFor(imageOrigins) };
}

/** What is served where a path has no file. */
export const PAGE = "index.html";

function naming({ type, bytes }: ConsoleFile, origins: readonly string[]): ConsoleFile {
  const text = new TextDecoder().decode(bytes);
  const head = `<head><meta name="image-origins" content="${origins.join(" ")}">`;
  return { type, bytes: new TextEncoder().encode(text.replace("<head>", head)) };
}

/**
 * Nothing of other hosts but pictures where an operator says so, no script or style within the page, and no frame around it.
 * A picture that a cell holds whole (`data:`) runs nothing and asks no host.
 */
function policiesFor(imageOrigins: readonly string[]): Console["policies"] {
  const images = ["'self'", "data:", ...imageOrigins].join(" ");
  return {
    "content-security-policy":
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src ${images}; font-src 'self'; connect-src 'self'; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
  };
}
