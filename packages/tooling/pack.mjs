// Packs every public package, as it would be published, into the folder that is named. Needs a build.
import { basename, resolve } from "node:path";
import { packInto, publicPackages } from "./install-published.mjs";

const [named = "tarballs"] = process.argv.slice(2);
const folder = resolve(process.env.INIT_CWD ?? ".", named);
const names = publicPackages().map(({ name }) => name);
for (const tarball of packInto(folder, names)) console.log(basename(tarball));
console.log(`To install them elsewhere: npm install ${folder}/*.tgz`);
