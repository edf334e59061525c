// The wall's codes for phones: the same squares as those of libqrencode, which the labels are printed with.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { qrSquares } from "../../web/js/qr.js";

/** Address, the mask that libqrencode 4.1 chose, and the SHA-256 of its rows at level M: one for each version from 1 to 6. */
const golden = [
  ["http://m.de/x", 3, "f6ddb834892a31585dba723f1672db3a64bd05f9c2442da77396aaa61a93d77b"],
  ["https://menagerie.example", 6, "178fa167c7fe9c09946435bab1f85093f251dab8cafe75cdb8176dbdbfa4df9f"],
  ["https://menagerie.example/machine/menace", 7, "7c20af9dab0af8e3246f747307ff453dead286d04a92c2962b9c17b70db81a8d"],
  ["https://menagerie.example/machine/minicheckers", 3, "dec77f5d33fc6461eff7ae9cf9bd52b61a6041461dc10f3cb779e6daa86000e3"],
  ["https://museum.example.org/menagerie/machine/minicheckers-gardner", 3, "05d8c5772eeaa5c6b63eb11bed347ffff3381ca6778821e63dae318e972f0494"],
  ["https://museum.example.org/menagerie/machine/minicheckers-gardner?x=1234567890123456789012345678901", 6, "22c9b97210f6bd47e69d8e91bf28f6305908824b01ccac831b0dfa22d06c2b44"],
];

test("an address of each size has the squares that libqrencode makes of it", () => {
  golden.forEach(([address, mask, wanted], i) => {
    const squares = qrSquares(address, mask);
    assert.equal(squares.length, 21 + 4 * i, address);
    assert.equal(createHash("sha256").update(squares.map((row) => row.join("")).join("\n")).digest("hex"), wanted, address);
  });
});

test("the mask chosen is one of the eight, and an address that no code holds has none", () => {
  for (const [address] of golden) {
    const chosen = JSON.stringify(qrSquares(address));
    assert.ok([0, 1, 2, 3, 4, 5, 6, 7].some((mask) => JSON.stringify(qrSquares(address, mask)) === chosen), address);
  }
  assert.equal(qrSquares(`https://museum.example/${"x".repeat(90)}`), null);
});
