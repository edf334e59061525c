// node unpack.mjs FILE: the browser of this folder's package, whose file is compressed, as the program FILE.
import { createReadStream, createWriteStream, renameSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

const [, , file] = process.argv;
const packed = new URL("node_modules/@sparticuz/chromium/bin/chromium.br", import.meta.url);
await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(`${file}.new`, { mode: 0o755 }));
renameSync(`${file}.new`, file);
