/** Hyperlinks and deep links: texts that lead somewhere. */
export { hyperlink } from "./hyperlink.ts";
export { linkText } from "./link-text.ts";
export { linkToApp } from "./link-to-app.ts";
export { linkToFilteredView } from "./link-to-filtered-view.ts";
export { linkToForm } from "./link-to-form.ts";
export { linkToParentView } from "./link-to-parent-view.ts";
export { linkToRow } from "./link-to-row.ts";
export { linkToView } from "./link-to-view.ts";
export { linkUrl } from "./link-url.ts";
