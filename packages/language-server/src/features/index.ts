/** Everything that the server can do, one line each. */
import { codeActions } from "./code-actions.ts";
import { completion } from "./completion.ts";
import type { Feature } from "./define-feature.ts";
import { documentSymbols } from "./document-symbols.ts";
import { formatting } from "./formatting.ts";
import { hover } from "./hover.ts";
import { names } from "./names.ts";
import { signatureHelp } from "./signature-help.ts";

export const features: readonly Feature[] = [
  completion,
  hover,
  signatureHelp,
  names,
  codeActions,
  formatting,
  documentSymbols,
];
