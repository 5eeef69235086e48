/** Everything that the server can do, one line each. */
import { codeActionsFeature } from "./code-actions.ts";
import { completionFeature } from "./completion.ts";
import type { Feature } from "./define-feature.ts";
import { documentSymbolsFeature } from "./document-symbols.ts";
import { formattingFeature } from "./formatting.ts";
import { hoverFeature } from "./hover.ts";
import { namesFeature } from "./names.ts";
import { signatureHelpFeature } from "./signature-help.ts";

export const features: readonly Feature[] = [
  completionFeature,
  hoverFeature,
  signatureHelpFeature,
  namesFeature,
  codeActionsFeature,
  formattingFeature,
  documentSymbolsFeature,
];
