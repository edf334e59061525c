// The cases of RFC 6455, numbered by the sections of the Autobahn testsuite. This server does not echo: a text that is no message of
// its own is answered by one error frame, a binary one too, and messages are limited to 8192 bytes (1009). All else is the RFC's.
import { closeBody, frame, op } from "./websocket_client.mjs";

export const cases = [];
export const handshakes = [];

/** The stable codes that a text, or bytes, may be answered with. */
const refusal = ["bad-frame", "unknown-type"];
const limit = 8192;

const add = (section, name, send, judge) => cases.push({ section, name, send: [send].flat(), ...judge });
const answered = (count = 1, pings = []) => ({ errors: Array.from({ length: count }, () => refusal), pings });
const fails = (close, errors = 0, pings = []) => ({ close, ...answered(errors, pings) });
const text = (payload, options) => frame(op.text, payload, options);
const more = (payload, options) => frame(op.continuation, payload, options);
const begin = (payload, code = op.text) => frame(code, payload, { fin: false });
const on = (payload) => more(payload, { fin: false });

/** A message in frames of `size` bytes. */
function fragments(payload, size, code = op.text) {
  const body = Buffer.from(payload);
  const pieces = [];
  for (let at = 0; at < body.length || at === 0; at += size) pieces.push(body.subarray(at, at + size));
  return pieces.map((piece, i) => frame(i === 0 ? code : op.continuation, piece, { fin: i === pieces.length - 1 }));
}

// ---- 1: framing

for (const [kind, code] of [["text", op.text], ["binary", op.binary]]) {
  for (const size of [0, 1, 125, 126, 127, 128, 1023, 1024, 1025, limit]) add("1", `${kind} of ${size} bytes`, frame(code, "*".repeat(size)), answered());
  for (const size of [limit + 1, 65535, 65536]) add("1", `${kind} of ${size} bytes, which is too long`, frame(code, "*".repeat(size)), fails(1009));
  add("1", `two of ${kind}`, [frame(code, "one"), frame(code, "two")], answered(2));
}
for (const [name, mask] of [["of zeros", [0, 0, 0, 0]], ["of ones", [255, 255, 255, 255]], ["that makes the bytes a ping's", [0x89, 0x80, 0, 0]]]) add("1", `a mask ${name}`, text("masked all the same", { mask: Buffer.from(mask) }), answered());
for (const [name, code] of [["text", op.text], ["binary", op.binary], ["ping", op.ping], ["pong", op.pong], ["close", op.close]]) add("1", `${name} without a mask`, frame(code, code === op.close ? closeBody(1000) : "x", { masked: false }), fails(1002));
add("1", "a continuation without a mask", [begin("a"), more("b", { masked: false })], fails(1002));
for (const size of [0, 1, 125]) add("1", `${size} bytes whose length is told in 16 bits`, text("*".repeat(size), { length: 16 }), fails(1002));
for (const size of [0, 125, 126, 1000]) add("1", `${size} bytes whose length is told in 64 bits`, text("*".repeat(size), { length: 64 }), fails(1002));
for (const says of [1n << 20n, 1n << 31n, 1n << 32n, 1n << 62n, (1n << 63n) - 1n]) add("1", `a length of ${says}`, text("*".repeat(50), { says, length: 64 }), fails(1009));
for (const says of [1n << 63n, (1n << 64n) - 1n, (1n << 64n) - 14n]) add("1", `a length whose highest bit is set: ${says}`, text("*".repeat(50), { says, length: 64 }), fails([1002, 1009]));

// ---- 2: pings and pongs

const everyByte = Buffer.from(Array.from({ length: 125 }, (_, i) => (i * 37 + 128) & 255));
for (const [name, payload] of [["nothing", ""], ["text", "Hello, world!"], ["bytes that are no UTF-8", Buffer.from([0, 0xff, 0xfe, 0xfd, 0xfc, 0xfb, 0, 0xff])], ["one byte", "x"], ["124 bytes", "x".repeat(124)], ["125 bytes", everyByte]]) {
  add("2", `a ping with ${name}`, frame(op.ping, payload), { pings: [payload] });
  add("2", `a pong with ${name} is let be`, frame(op.pong, payload), {});
}
add("2", "a ping of 126 bytes", frame(op.ping, "x".repeat(126)), fails(1002));
add("2", "a pong of 126 bytes", frame(op.pong, "x".repeat(126)), fails(1002));
add("2", "a ping of 65536 bytes", frame(op.ping, "x".repeat(100), { says: 65536n }), fails(1002));
add("2", "a ping whose length is told in 16 bits", frame(op.ping, "x", { length: 16 }), fails(1002));
add("2", "a ping whose length is told in 64 bits", frame(op.ping, "x", { length: 64 }), fails(1002));
add("2", "a pong, then a ping", [frame(op.pong, "unasked"), frame(op.ping, "asked")], { pings: ["asked"] });
const ten = Array.from({ length: 10 }, (_, i) => `ping ${i}`);
add("2", "ten pings, the newest answered", ten.map((ping) => frame(op.ping, ping)), { pings: ten });
add("2", "ten pongs", ten.map((pong) => frame(op.pong, pong)), {});
add("2", "a ping between two texts", [text("a"), frame(op.ping, "p"), text("b")], answered(2, ["p"]));

// ---- 3: reserved bits

for (let rsv = 1; rsv < 8; rsv += 1) {
  add("3", `reserved bits ${rsv} on a text`, text("x", { rsv }), fails(1002));
  add("3", `reserved bits ${rsv} on a binary`, frame(op.binary, "x", { rsv }), fails(1002));
  add("3", `reserved bits ${rsv} on a ping`, frame(op.ping, "x", { rsv }), fails(1002));
  add("3", `reserved bits ${rsv} on a pong`, frame(op.pong, "x", { rsv }), fails(1002));
  add("3", `reserved bits ${rsv} on a close`, frame(op.close, closeBody(1000), { rsv }), fails(1002));
  add("3", `reserved bits ${rsv} behind a good text, before a ping`, [text("x"), text("y", { rsv }), frame(op.ping, "z")], fails(1002, 1));
}
add("3", "reserved bits on the last fragment", [begin("x"), more("y", { rsv: 4 })], fails(1002));
add("3", "a reserved bit on an empty text", text("", { rsv: 4 }), fails(1002));

// ---- 4: opcodes

for (const code of [3, 4, 5, 6, 7, 11, 12, 13, 14, 15]) {
  add("4", `opcode ${code}`, frame(code), fails(1002));
  add("4", `opcode ${code} with a payload`, frame(code, "reserved"), fails(1002));
  add("4", `opcode ${code} behind a good text, before a ping`, [text("x"), frame(code, "y"), frame(op.ping, "z")], fails(1002, 1));
}
add("4", "opcode 3 as a fragment", begin("x", 3), fails(1002));
add("4", "opcode 3 between fragments", [begin("x"), frame(3, "y"), more("z")], fails(1002));

// ---- 5: fragments

add("5", "a ping in fragments", [begin("a", op.ping), more("b")], fails(1002));
add("5", "a pong in fragments", [begin("a", op.pong), more("b")], fails(1002));
add("5", "a close in fragments", [begin(closeBody(1000), op.close), more("")], fails(1002));
for (const [kind, code] of [["text", op.text], ["binary", op.binary]]) {
  add("5", `${kind} in two fragments`, fragments("fragment", 4, code), answered());
  add("5", `${kind} in two fragments, a ping between`, [begin("a", code), frame(op.ping, "p"), more("b")], answered(1, ["p"]));
  add("5", `${kind} in two fragments, a pong between`, [begin("a", code), frame(op.pong, "p"), more("b")], answered());
  add("5", `${kind} in fragments of a byte`, fragments("a fragment for each letter", 1, code), answered());
  add("5", `${kind} with empty fragments`, [begin("", code), on(""), on("a"), on(""), more("")], answered());
  add("5", `${kind} of empty fragments only`, [begin("", code), on(""), more("")], answered());
  add("5", `two of ${kind} in fragments`, [...fragments("abcd", 2, code), ...fragments("efgh", 3, code)], answered(2));
}
add("5", "five fragments and pings between them", [begin("f1"), on("f2"), frame(op.ping, "p1"), on("f3"), on("f4"), frame(op.ping, "p2"), more("f5")], answered(1, ["p1", "p2"]));
add("5", "a hundred empty fragments", [begin(""), ...Array.from({ length: 100 }, () => on("")), more("x")], answered());
for (const fin of [true, false]) {
  add("5", `a continuation of nothing, ${fin ? "final" : "not final"}`, more("x", { fin }), fails(1002));
  add("5", `an empty continuation of nothing, ${fin ? "final" : "not final"}`, more("", { fin }), fails(1002));
  add("5", `a continuation of nothing, ${fin ? "final" : "not final"}, behind a good text`, [text("x"), more("y", { fin })], fails(1002, 1));
  add("5", `a continuation behind a message in fragments, ${fin ? "final" : "not final"}`, [...fragments("abcd", 2), more("e", { fin })], fails(1002, 1));
}
add("5", "a text within a message", [begin("a"), text("b"), more("c")], fails(1002));
add("5", "a binary within a message", [begin("a"), frame(op.binary, "b")], fails(1002));
add("5", "a message begun within a message", [begin("a"), begin("b"), more("c")], fails(1002));
add("5", "a text within a binary message", [begin("a", op.binary), text("b")], fails(1002));
add("5", "a close within a message", [begin("a"), frame(op.close, closeBody(1000))], fails([1000]));
add("5", "a text behind a message in fragments", [...fragments("abcd", 3), text("e")], answered(2));

// ---- 6: UTF-8

const valid = [["ASCII", "Hello-world!"], ["Greek", "κόσμε"], ["all lengths", "Hello-µ@ßöäüàá-UTF-8!!"], ["U+0000", "\0"], ["U+007F", "\x7f"], ["U+0080", "\u0080"], ["U+07FF", "\u07ff"], ["U+0800", "\u0800"], ["U+0FFF", "\u0fff"], ["U+1000", "\u1000"], ["U+CFFF", "\ucfff"],
  ["U+D000", "\ud000"], ["U+D7FF", "\ud7ff"], ["U+E000", "\ue000"], ["U+FFFD", "\ufffd"], ["U+FFFE", "\ufffe"], ["U+FFFF", "\uffff"], ["U+FEFF", "\ufeff"], ["U+10000", "\u{10000}"], ["U+3FFFF", "\u{3ffff}"], ["U+40000", "\u{40000}"], ["U+FFFFF", "\u{fffff}"],
  ["U+100000", "\u{100000}"], ["U+10FFFF", "\u{10ffff}"], ["U+1FFFE", "\u{1fffe}"], ["faces", "😀😁😂"], ["a flag of joined signs", "🏳️‍🌈"]];
for (const [name, value] of valid) {
  add("6", `UTF-8: ${name}`, text(value), answered());
  add("6", `UTF-8: ${name}, in fragments of a byte`, fragments(value, 1), answered());
}
add("6", "UTF-8: a character cut by fragments and a ping", [begin(Buffer.from([0xce])), frame(op.ping, "p"), more(Buffer.from([0xba]))], answered(1, ["p"]));
const invalid = ["80", "bf", "80bf", "80bf80bf", "c0", "c1", "c2", "df", "e0", "e2", "ef", "f0", "f4", "f5", "f7", "f8", "fb", "fc", "fd", "fe", "ff", "fefeffff", "c020", "c220", "e28220", "f09f9820", "c0af", "c080", "c1bf", "e080af", "e08080", "e09fbf", "f08080af", "f0808080", "f08fbfbf",
  "f8808080af", "fc80808080af", "f888808080", "fc8480808080", "eda080", "edadbf", "edae80", "edafbf", "edb080", "edbe80", "edbfbf", "eda080edb080", "edafbfedbfbf", "f4908080", "f7bfbfbf", "fbbfbfbfbf", "e282", "f09f98", "e282acc3", "c3c3a4", "cebae1bdb9cf83cebcceb5eda080656469746564", "cebae1bdb9cf83cebcceb5f4908080656469746564"];
for (const hex of invalid) {
  const bytes = Buffer.from(hex, "hex");
  add("6", `no UTF-8: ${hex}`, text(bytes), fails(1007));
  add("6", `no UTF-8: ${hex}, behind good letters`, text(Buffer.concat([Buffer.from("{\"type\":\""), bytes, Buffer.from("\"}")])), fails(1007));
  add("6", `no UTF-8: ${hex}, in fragments of a byte`, fragments(bytes, 1), fails(1007));
}
add("6", "no UTF-8: the last fragment is missing half a character", [begin("ok"), more(Buffer.from([0xe2, 0x82]))], fails(1007));
add("6", "no UTF-8 within a binary message is let be", frame(op.binary, Buffer.from("fffe80c0", "hex")), answered());
add("6", "no UTF-8 within a binary message in fragments is let be", fragments(Buffer.from("fffe80c0", "hex"), 1, op.binary), answered());

// ---- 7: the end

add("7", "a text, then the end", [text("x"), frame(op.close, closeBody(1000))], fails([1000], 1));
add("7", "two ends", [frame(op.close, closeBody(1000)), frame(op.close, closeBody(1000))], fails([1000]));
add("7", "a ping behind the end", [frame(op.close, closeBody(1000)), frame(op.ping, "x")], fails([1000]));
add("7", "a text behind the end", [frame(op.close, closeBody(1000)), text("x")], fails([1000]));
add("7", "what breaks the rules behind the end", [frame(op.close, closeBody(1000)), frame(3, "x")], fails([1000]));
add("7", "a ping, then the end", [frame(op.ping, "x"), frame(op.close, closeBody(1000))], fails([1000], 0, ["x"]));
add("7", "an end without a status", frame(op.close), fails([0, 1000]));
add("7", "an end of one byte", frame(op.close, "\x03"), fails(1002));
add("7", "an end with a status alone", frame(op.close, closeBody(1000)), fails([1000]));
for (const [name, reason] of [["a reason", "Goodbye"], ["a reason of 123 bytes", "*".repeat(123)], ["a reason in Greek", "κόσμε"], ["a reason of faces", "😀".repeat(30)]]) add("7", `an end with ${name}`, frame(op.close, closeBody(1000, reason)), fails([1000]));
add("7", "an end with a reason of 124 bytes", frame(op.close, closeBody(1000, "*".repeat(124))), fails(1002));
for (const hex of ["80", "c0af", "eda080", "f4908080", "cebae1bdb9cf83cebcceb5eda080656469746564", "e282"]) add("7", `an end whose reason is no UTF-8: ${hex}`, frame(op.close, closeBody(1000, Buffer.from(hex, "hex"))), fails([1007, 1002]));
for (const code of [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999]) {
  add("7", `an end with ${code}`, frame(op.close, closeBody(code)), fails([code, 1000]));
  add("7", `an end with ${code} and a reason`, frame(op.close, closeBody(code, "for a reason")), fails([code, 1000]));
}
for (const code of [1012, 1013, 1014]) add("7", `an end with ${code}, which was registered later`, frame(op.close, closeBody(code)), fails([code, 1000, 1002]));
for (const code of [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999]) {
  add("7", `an end with ${code}, which nobody may send`, frame(op.close, closeBody(code)), fails(1002));
  add("7", `an end with ${code} and a reason`, frame(op.close, closeBody(code, "for a reason")), fails(1002));
}
for (const code of [5000, 65535]) add("7", `an end with ${code}, which is no status`, frame(op.close, closeBody(code)), fails([code, 1000, 1002]));
add("7", "an end within a message", [begin("half"), frame(op.close, closeBody(1001))], fails([1000, 1001]));
add("7", "an end whose length is told in 16 bits", frame(op.close, closeBody(1000), { length: 16 }), fails(1002));

// ---- 9: limits and loads

for (const size of [64, 256, 1024, 4096]) {
  add("9", `${limit} bytes in fragments of ${size}`, fragments("*".repeat(limit), size), answered());
  add("9", `${limit} bytes of binary in fragments of ${size}`, fragments("*".repeat(limit), size, op.binary), answered());
  add("9", `fragments of ${size} that are too much together`, [...fragments("*".repeat(limit), size).slice(0, -1), on("*".repeat(size)), more("*")], fails(1009));
}
for (const says of [limit + 1, 65536, 1 << 20, 16 << 20]) {
  add("9", `a text of ${says} bytes is refused by its head`, text("", { says: BigInt(says) }), fails(1009));
  add("9", `a binary of ${says} bytes is refused by its head`, frame(op.binary, "", { says: BigInt(says) }), fails(1009));
}
add("9", "a fragment that is too much, told by its head", [begin("*".repeat(100)), more("", { says: BigInt(limit) })], fails(1009));
const hundred = Array.from({ length: 100 }, (_, i) => `${i}`.padEnd(100, "."));
add("9", "a hundred pings", hundred.map((ping) => frame(op.ping, ping)), { pings: hundred });
add("9", "a hundred pongs of 125 bytes", hundred.map(() => frame(op.pong, "x".repeat(125))), {});
add("9", "pings between many fragments", [begin(""), ...hundred.slice(0, 30).flatMap((ping) => [on("x"), frame(op.ping, ping)]), more("")], answered(1, hundred.slice(0, 30)));

// ---- 10: what is left

add("10", `${limit} bytes in fragments of 1300`, fragments("*".repeat(limit), 1300), answered());
add("10", "a text that looks like frames", text(Buffer.concat([frame(op.ping, "x", { masked: false }), frame(op.close, closeBody(1000), { masked: false })]).map((byte) => byte & 0x7f)), answered());
add("10", "a text that is masked to another's bytes", text("GET /healthz HTTP/1.1\r\n\r\n", { mask: Buffer.alloc(4) }), answered());
add("10", "three mistakes of the protocol's messages end it, each told first", [text("?"), text("?"), text("?")], { close: 1008, errors: [refusal, refusal, refusal] });

// ---- the opening handshake (RFC 6455, 4; RFC 9110)

const standard = (key, host) => [["Host", host], ["Upgrade", "websocket"], ["Connection", "Upgrade"], ["Sec-WebSocket-Key", key], ["Sec-WebSocket-Version", "13"]];
/** A request whose fields are changed by `edit`: name to value, to a list of values, or to null for none. */
const asked = (edit = {}, { method = "GET", version = "HTTP/1.1", target = (path) => path, tail = "", body = "" } = {}) => ({ path, host, key }) => {
  const lines = standard(key, host).filter(([name]) => !(name in edit));
  for (const [name, values] of Object.entries(edit)) for (const value of values === null ? [] : [values].flat()) lines.push([name, typeof value === "function" ? value({ key, host }) : value]);
  return `${method} ${target(path, host)} ${version}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}${tail}\r\n${body}`;
};
const shake = (name, head, status, judge = {}) => handshakes.push({ section: "4", name, head, status, ...judge });
const ours = { protocol: "menagerie.v1" };
const versions = { headers: { "sec-websocket-version": /\b13\b/ } };

shake("as small as can be", asked(), 101);
shake("with our subprotocol", asked({ "Sec-WebSocket-Protocol": "menagerie.v1" }), 101, ours);
shake("with ours among others", asked({ "Sec-WebSocket-Protocol": "chat, menagerie.v1, superchat" }), 101, ours);
shake("subprotocols without blanks", asked({ "Sec-WebSocket-Protocol": "chat,menagerie.v1" }), 101, ours);
shake("subprotocols with tabs", asked({ "Sec-WebSocket-Protocol": "chat,\tmenagerie.v1\t, x" }), 101, ours);
shake("subprotocols on two lines", asked({ "Sec-WebSocket-Protocol": ["chat", "menagerie.v1"] }), 101, ours);
shake("subprotocols on two lines, ours first", asked({ "Sec-WebSocket-Protocol": ["menagerie.v1", "chat"] }), 101, ours);
shake("another subprotocol alone", asked({ "Sec-WebSocket-Protocol": "chat" }), [101, 400]);
shake("our subprotocol in capitals is another", asked({ "Sec-WebSocket-Protocol": "MENAGERIE.V1" }), [101, 400]);
for (const value of ["WebSocket", "WEBSOCKET", "websocket, h2c", "h2c,websocket", "h2c,\twebsocket"]) shake(`Upgrade: ${value.replace("\t", "TAB")}`, asked({ Upgrade: value }), 101);
shake("Upgrade on two lines", asked({ Upgrade: ["h2c", "websocket"] }), 101);
for (const value of ["upgrade", "UPGRADE", "keep-alive, Upgrade", "Upgrade, keep-alive", "keep-alive,\tUpgrade\t", "keep-alive,Upgrade"]) shake(`Connection: ${value.replaceAll("\t", "TAB")}`, asked({ Connection: value }), 101);
shake("Connection on two lines", asked({ Connection: ["keep-alive", "Upgrade"] }), 101);
shake("Connection on two lines, Upgrade first", asked({ Connection: ["Upgrade", "keep-alive"] }), 101);
shake("no Upgrade", asked({ Upgrade: null }), [400, 426]);
for (const value of ["h2c", "websockets", "web socket", "websocket2"]) shake(`Upgrade: ${value}`, asked({ Upgrade: value }), [400, 426]);
shake("no Connection", asked({ Connection: null }), [400, 426]);
for (const value of ["keep-alive", "close", "upgraded", "x-Upgrade"]) shake(`Connection: ${value}`, asked({ Connection: value }), [400, 426]);
for (const method of ["POST", "PUT", "OPTIONS", "DELETE"]) shake(`by ${method}`, asked({ "Content-Length": "0" }, { method }), [400, 405, 426]);
shake("by HEAD", asked({}, { method: "HEAD" }), [400, 405, 426]);
shake("by a method of our own", asked({}, { method: "SOCKET" }), [400, 405, 426, 501]);
shake("by HTTP/1.0", asked({}, { version: "HTTP/1.0" }), [400, 426, 505]);
shake("by HTTP/2.0 in text", asked({}, { version: "HTTP/2.0" }), [400, 426, 505]);
shake("no key", asked({ "Sec-WebSocket-Key": null }), 400);
for (const [name, value] of [["empty", ""], ["of 15 bytes", Buffer.alloc(15, 7).toString("base64")], ["of 17 bytes", Buffer.alloc(17, 7).toString("base64")], ["of 8 bytes", Buffer.alloc(8, 7).toString("base64")], ["of 32 bytes", Buffer.alloc(32, 7).toString("base64")], ["without its padding", Buffer.alloc(16, 7).toString("base64").slice(0, 22)],
  ["of other letters", "!!!!!!!!!!!!!!!!!!!!!!=="], ["of words", "this is not base64 at all"], ["with a blank in it", "AAAAAAAAAAA AAAAAAAAAAA=="], ["in hexadecimal", "07".repeat(16)], ["of the other alphabet", "-_-_-_-_-_-_-_-_-_-_-w=="], ["with padding in the middle", "AAAA=AAAAAAAAAAAAAAAAA=="]])
  shake(`a key that is ${name}`, asked({ "Sec-WebSocket-Key": value }), 400);
shake("a key twice", asked({ "Sec-WebSocket-Key": [({ key }) => key, ({ key }) => key] }), 400);
shake("two keys", asked({ "Sec-WebSocket-Key": [({ key }) => key, Buffer.alloc(16).toString("base64")] }), 400);
shake("two keys on one line", asked({ "Sec-WebSocket-Key": ({ key }) => `${key}, ${key}` }), 400);
shake("blanks around the key", asked({ "Sec-WebSocket-Key": ({ key }) => ` \t ${key} \t` }), 101);
shake("no version", asked({ "Sec-WebSocket-Version": null }), [400, 426]);
for (const value of ["0", "7", "8", "12", "14", "255", "130", "113"]) shake(`version ${value} is told which there is`, asked({ "Sec-WebSocket-Version": value }), [400, 426], versions);
for (const value of ["thirteen", "13x", "x13", "1 3", "-13", "13.0", "", "256"]) shake(`a version that is none: ${value || "nothing"}`, asked({ "Sec-WebSocket-Version": value }), [400, 426]);
shake("two versions", asked({ "Sec-WebSocket-Version": ["13", "8"] }), [400, 426]);
shake("the same version twice", asked({ "Sec-WebSocket-Version": ["13", "13"] }), [400, 426]);
shake("two versions on one line", asked({ "Sec-WebSocket-Version": "13, 8" }), [400, 426]);
shake("no Host", asked({ Host: null }), 400);
shake("two Hosts", asked({ Host: ["a.example", "b.example"] }), 400);
shake("a Host that is none", asked({ Host: "a b" }), 400);
shake("an Origin of the same host", asked({ Origin: ({ host }) => `http://${host}` }), 101);
for (const origin of ["http://elsewhere.example", "null", "https://127.0.0.1.elsewhere.example", "file://"]) shake(`Origin: ${origin}`, asked({ Origin: origin }), 403);
shake("two Origins", asked({ Origin: [({ host }) => `http://${host}`, "http://elsewhere.example"] }), [400, 403]);
shake("the same Origin twice", asked({ Origin: [({ host }) => `http://${host}`, ({ host }) => `http://${host}`] }), [400, 403]);
shake("Sec-WebSocket-Origin of older drafts is let be", asked({ "Sec-WebSocket-Origin": "http://elsewhere.example" }), 101);
for (const value of ["permessage-deflate", "permessage-deflate; client_max_window_bits", "permessage-deflate; server_no_context_takeover; client_max_window_bits=10, x-webkit-deflate-frame", "x-unknown; a=\"b\""]) shake(`an extension is not agreed on: ${value}`, asked({ "Sec-WebSocket-Extensions": value }), 101);
shake("extensions on two lines", asked({ "Sec-WebSocket-Extensions": ["permessage-deflate", "x-unknown"] }), 101);
shake("a machine that is not here", asked({}, { target: (path) => path.replace(/=.*/, "=hal") }), 404);
shake("a query with more in it", asked({}, { target: (path) => path.replace("?", "?x=1&") }), 101);
shake("a name in escapes", asked({}, { target: (path) => path.replace("menace", "%6Denac%65") }), 101);
shake("absolute-form", asked({}, { target: (path, host) => `http://${host}${path}` }), 101);
shake("names of fields in small letters", ({ path, host, key }) => asked()({ path, host, key }).replace(/^[A-Z][\w-]+(?=: )/gm, (name) => name.toLowerCase()), 101);
shake("names of fields in capitals", ({ path, host, key }) => asked()({ path, host, key }).replace(/^[A-Z][\w-]+(?=: )/gm, (name) => name.toUpperCase()), 101);
shake("no blanks behind the colons", ({ path, host, key }) => asked()({ path, host, key }).replaceAll(": ", ":"), 101);
shake("other fields, a browser's", asked({ "User-Agent": "Mozilla/5.0", "Accept-Language": "en", "Accept-Encoding": "gzip, deflate, br", Cookie: "a=b", Pragma: "no-cache", "Cache-Control": "no-cache" }), 101);
shake("an empty line in front", ({ path, host, key }) => `\r\n${asked()({ path, host, key })}`, 101);
shake("a blank before a colon", asked({ "Sec-WebSocket-Key ": ({ key }) => key }), 400);
shake("a body of no length", asked({ "Content-Length": "0" }), [101, 400]);
shake("two ways to end the body", asked({ "Content-Length": "5", "Transfer-Encoding": "chunked" }), 400);
