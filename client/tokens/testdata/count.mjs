// Counts every text of this folder with o200k_base and writes counts.json. By hand, from an empty folder elsewhere:
//   npm install gpt-tokenizer@4 && node .../client/tokens/testdata/count.mjs
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const { encode } = createRequire(path.join(process.cwd(), "here.js"))("gpt-tokenizer/encoding/o200k_base");
const here = path.dirname(fileURLToPath(import.meta.url));
const counts = {};
for (const file of fs.readdirSync(path.join(here, "texts")).sort()) {
  const text = fs.readFileSync(path.join(here, "texts", file), "utf8");
  counts[file.replace(/\.txt$/, "")] = encode(text, { disallowedSpecial: new Set() }).length;
}
fs.writeFileSync(path.join(here, "counts.json"), JSON.stringify(counts, null, "  ") + "\n");
