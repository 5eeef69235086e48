import { expect, test } from "vitest";
import { LONGEST_DATA, pictureOf } from "../src/page/pictures/picture-of.ts";

const HERE = "https://records.example";
const ORIGINS = ["https://images.example", "http://localhost:9000"];

test.each([
  ["data:image/png;base64,iVBORw0KGgo=", "data:image/png;base64,iVBORw0KGgo="],
  ["/files/a.png", `${HERE}/files/a.png`],
  [`${HERE}/files/a.png`, `${HERE}/files/a.png`],
  ["https://images.example/a b.png", "https://images.example/a%20b.png"],
  ["http://localhost:9000/a.png", "http://localhost:9000/a.png"],
])("%s is shown", (text, source) => {
  expect(pictureOf(text, HERE, ORIGINS)).toEqual({ kind: "picture", source });
});

test.each([
  ["https://tracker.example/a.png", "tracker.example"],
  ["//tracker.example/a.png", "tracker.example"],
  ["/\\tracker.example/a.png", "tracker.example"],
  ["/\t/tracker.example/a.png", "tracker.example"],
  ["https://images.example@tracker.example/a.png", "tracker.example"],
  ["https://images.example.tracker.example/a.png", "images.example.tracker.example"],
  ["http://images.example/a.png", "images.example"],
  ["https://images.example:8443/a.png", "images.example:8443"],
  ["https://records.example.:443/a.png", "records.example."],
])("%j is a link that names its host", (text, host) => {
  expect(pictureOf(text, HERE, ORIGINS)).toMatchObject({ kind: "link", host });
});

test.each([
  "",
  "Images/boat.jpg",
  "javascript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml;base64,PHN2Zy8+",
  "data:image/png,<svg onload=alert(1)>",
  'data:image/png;base64,AA" onerror="alert(1)',
  "blob:https://records.example/1",
  "file:///etc/passwd",
  "https://",
  "/api/v2/apps/people/tables?applicationAccessKey=wrong",
  "/below/API/v2/apps/people/tables?applicationAccessKey=wrong",
  "/%61pi/v2/apps/people/tables?applicationAccessKey=wrong",
  "/files/../api/v2/apps/people/tables?applicationAccessKey=wrong",
])("%j is a text", (text) => {
  expect(pictureOf(text, HERE, ORIGINS)).toBeUndefined();
});

test.each([
  [-1, "picture"],
  [0, "picture"],
  [1, "tooLarge"],
])("a picture of %i characters more than the longest is %s", (more, kind) => {
  const text = "data:image/png;base64,".padEnd(LONGEST_DATA + more, "A");
  expect(pictureOf(text, HERE, [])).toMatchObject({ kind });
});
