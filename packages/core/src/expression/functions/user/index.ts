/** The caller, what the call brings along, and what only an app on a screen could know. */
export { context } from "./context.ts";
export { input } from "./input.ts";
export { ocrText } from "./ocr-text.ts";
export { snapshot } from "./snapshot.ts";
export { textIcon } from "./text-icon.ts";
export { userEmail } from "./user-email.ts";
export { userLocale } from "./user-locale.ts";
export { userName } from "./user-name.ts";
export { userRole } from "./user-role.ts";
export { userSettings } from "./user-settings.ts";
export { userTimeZone } from "./user-time-zone.ts";
