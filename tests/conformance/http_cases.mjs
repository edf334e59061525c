// The cases of HTTP/1.1: what is sent, what must be answered, and what must become of the connection. What the RFCs demand or let be,
// never what this server happens to do: where they leave a choice, all choices stand here.
import assert from "node:assert/strict";
import { token } from "../server/desk.mjs";

export const cases = [];

/** A request as text: its line, Host and `fields`, and a body. */
const request = (line, fields = [], body = "") => `${line} HTTP/1.1\r\nHost: museum.example\r\n${fields.map((field) => `${field}\r\n`).join("")}\r\n${body}`;
/** The same without Host. */
const bare = (line, fields = [], body = "") => `${line}\r\n${fields.map((field) => `${field}\r\n`).join("")}\r\n${body}`;

function add(rule, name, send, status, { after = "open", ...more } = {}) {
  cases.push({ rule: `RFC ${rule}`, name, send, answers: Array.isArray(status) && typeof status[0] === "object" ? status : [{ status, ...more }], after });
}
/** Refused, and the connection may end or not. */
const bad = (rule, name, send, status = 400) => add(rule, name, send, status, { after: "either" });
/** Refused, and nothing that follows on the connection can be trusted. */
const fatal = (rule, name, send, status = 400) => add(rule, name, send, status, { after: "closed" });

const text = ({ body }) => assert.equal(body.toString(), "ok\n");

// ---- the request line (RFC 9112, 3)

add("9112, 3", "a plain GET", request("GET /healthz"), 200, { check: text });
add("9112, 2.2", "an empty line before the request", `\r\n${request("GET /healthz")}`, 200);
add("9112, 2.2", "two empty lines before the request", `\r\n\r\n${request("GET /healthz")}`, 200);
add("9112, 2.2", "an empty line between two requests", `${request("GET /healthz")}\r\n${request("GET /healthz")}`, [{ status: 200 }, { status: 200 }]);
add("9112, 2.2", "a line too many behind a body", `${request("POST /healthz", ["Content-Length: 3"], "abc")}\r\n${request("GET /healthz")}`, [{ status: 405 }, { status: 200 }]);
for (const [name, line] of [["no version", "GET /healthz"], ["no target", "GET HTTP/1.1"], ["a method alone", "GET"], ["two spaces before the target", "GET  /healthz HTTP/1.1"],
  ["two spaces before the version", "GET /healthz  HTTP/1.1"], ["a tab for a space", "GET\t/healthz HTTP/1.1"], ["a tab before the version", "GET /healthz\tHTTP/1.1"], ["a space in front", " GET /healthz HTTP/1.1"],
  ["a space behind", "GET /healthz HTTP/1.1 "], ["four words", "GET /healthz x HTTP/1.1"], ["a version in small letters", "GET /healthz http/1.1"], ["a version without a dot", "GET /healthz HTTP/11"],
  ["a version of two digits", "GET /healthz HTTP/1.10"], ["a version that is a word", "GET /healthz HTTP/one.one"], ["another protocol's version", "GET /healthz HTTPS/1.1"], ["a space in the version", "GET /healthz HTTP/ 1.1"],
  ["a version with a comma", "GET /healthz HTTP/1,1"], ["a version without a minor number", "GET /healthz HTTP/1"], ["half a version", "GET /healthz HTTP/1."]])
  fatal("9112, 3", `request line: ${name}`, bare(line, ["Host: museum.example"]));
for (const [name, target] of [["a control character", "/heal\x01thz"], ["a zero byte", "/heal\0thz"], ["DEL", "/heal\x7fthz"], ["a byte beyond ASCII", "/heal\xc3\xa9thz"], ["a carriage return", "/heal\rthz"], ["a fragment", "/healthz#top"],
  ["a quote", "/heal\"thz"], ["an angle bracket", "/<healthz>"], ["no slash in front", "healthz"], ["a backslash in front", "\\healthz"], ["a question mark alone", "?x=1"]])
  bad("9112, 3.2", `target: ${name}`, request(`GET ${target}`));
for (const [name, target] of [["a percent sign alone", "/%"], ["half an escape", "/%4"], ["an escape that is none", "/%zz"], ["a zero byte in disguise", "/%00"], ["a way up", "/../../etc/passwd"], ["a way up in disguise", "/%2e%2e/%2e%2e/etc/passwd"]])
  bad("9110, 4.2.1", `target: ${name}`, request(`GET ${target}`), [400, 404]);
add("9112, 3.2.1", "a query is no part of the path", request("GET /healthz?a=1&b=2"), 200, { check: text });
add("9112, 3.2.1", "an empty query", request("GET /healthz?"), 200);
add("9110, 4.2.3", "an address is the same with its letters escaped", request("GET /api/v1/machines/%6Denace"), 200);
add("9112, 3.2.1", "query letters that browsers send as they are", request("GET /healthz?a=|{}^[]"), [200, 400]);
fatal("9112, 3", "a target that is longer than can be", request(`GET /${"a".repeat(9000)}`), 414);
fatal("9112, 3", "a query that is longer than can be", request(`GET /healthz?${"a".repeat(9000)}`), 414);
add("9112, 3", "a target of a few thousand bytes", request(`GET /healthz?${"a".repeat(4000)}`), 200);
bad("9112, 3", "a method longer than any", request(`${"A".repeat(9000)} /healthz`), [400, 501]);

// ---- the version (RFC 9112, 2.3; RFC 9110, 2.5)

for (const version of ["0.9", "2.0", "3.0", "9.9"]) bad("9110, 15.6.6", `HTTP/${version} is another protocol`, bare(`GET /healthz HTTP/${version}`, ["Host: museum.example"]), 505);
bad("9113, 3.4", "the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400, 505]);
for (const version of ["1.2", "1.9"]) add("9110, 2.5", `HTTP/${version} is read as 1.1`, bare(`GET /healthz HTTP/${version}`, ["Host: museum.example"]), 200);
add("9112, 9.3", "HTTP/1.0 ends with its answer", bare("GET /healthz HTTP/1.0"), 200, { after: "closed", check: text });
add("9112, 3.2", "HTTP/1.0 may name a Host", bare("GET /healthz HTTP/1.0", ["Host: museum.example"]), 200, { after: "closed" });
add("9112, 6.1", "HTTP/1.0 is answered in one piece", bare("GET /api/v1/machines/menace/history.csv HTTP/1.0"), 200, { after: "closed", check: ({ headers }) => assert.ok(!headers.has("transfer-encoding")) });
fatal("9112, 6.1", "HTTP/1.0 has no Transfer-Encoding", bare("POST /healthz HTTP/1.0", ["Transfer-Encoding: chunked"], "3\r\nabc\r\n0\r\n\r\n"));
add("9112, 9.3", "HTTP/1.0 that asks to stay may be let", bare("GET /healthz HTTP/1.0", ["Connection: keep-alive"]), 200, { after: "either" });

// ---- Host (RFC 9112, 3.2)

bad("9112, 3.2", "no Host", bare("GET /healthz HTTP/1.1"));
bad("9112, 3.2", "no Host, with a target that names one", bare("GET http://museum.example/healthz HTTP/1.1"));
bad("9112, 3.2", "two Hosts", request("GET /healthz", ["Host: other.example"]));
bad("9112, 3.2", "the same Host twice", request("GET /healthz", ["Host: museum.example"]));
bad("9112, 3.2", "two Hosts in HTTP/1.0", bare("GET /healthz HTTP/1.0", ["Host: a", "Host: b"]));
for (const host of ["a b", "museum.example/path", "http://museum.example", "user@museum.example", "user:word@museum.example", "museum.example?x", "museum.example#x", "a\\b", "a\"b", "<museum>", "museum.example:port",
  "museum.example:80:80", "museum.example:-1", ":80", "[::1", "::1", "[::1]x", "[::1]:x", "[zz]", "[]", "a%", "a%zz", "caf\xe9", "a\tb", "{a}", "a|b", "a^b", "a`b"])
  bad("9112, 3.2", `Host: ${host.replace("\t", "TAB")}`, bare("GET /healthz HTTP/1.1", [`Host: ${host}`]));
bad("9112, 3.2", "a bad Host in HTTP/1.0", bare("GET /healthz HTTP/1.0", ["Host: a b"]));
for (const host of ["museum.example", "MUSEUM.example", "museum.example:80", "museum.example:", "127.0.0.1:8080", "[::1]", "[::1]:8080", "[2001:db8::7]", "[v1.x]", "a_b", "a-b.c", "a%41b", "xn--caf-dma.example", "museum.example."])
  add("9112, 3.2", `Host: ${host} is one`, bare("GET /healthz HTTP/1.1", [`Host: ${host}`]), 200);
bad("9112, 3.2", "an empty Host names nobody, or whoever there is", bare("GET /healthz HTTP/1.1", ["Host:"]), [200, 400]);
add("9110, 5.1", "HOST in capitals", bare("GET /healthz HTTP/1.1", ["HOST: museum.example"]), 200);
add("9110, 5.5", "no blank behind the colon", bare("GET /healthz HTTP/1.1", ["Host:museum.example"]), 200);
add("9110, 5.5", "many blanks around the value", bare("GET /healthz HTTP/1.1", ["Host: \t  museum.example \t "]), 200);

// ---- the forms of a target (RFC 9112, 3.2)

add("9112, 3.2.2", "absolute-form", bare("GET http://museum.example/healthz HTTP/1.1", ["Host: museum.example"]), 200, { check: text });
add("9112, 3.2.2", "absolute-form goes before Host", bare("GET http://museum.example/healthz HTTP/1.1", ["Host: other.example"]), 200);
add("9112, 3.2.2", "absolute-form with a port and a query", bare("GET http://museum.example:8080/healthz?x=1 HTTP/1.1", ["Host: museum.example:8080"]), 200);
add("9112, 3.2.2", "absolute-form in capitals", bare("GET HTTP://MUSEUM.EXAMPLE/healthz HTTP/1.1", ["Host: museum.example"]), 200);
add("9112, 3.2.2", "absolute-form without a path", bare("HEAD http://museum.example HTTP/1.1", ["Host: museum.example"]), 200, { head: true });
add("9112, 3.2.2", "absolute-form of https", bare("GET https://museum.example/healthz HTTP/1.1", ["Host: museum.example"]), [200, 421]);
for (const target of ["http:///healthz", "http://user@museum.example/healthz", "http://a:b:c/healthz", "http://[::1/healthz", "ftp://museum.example/healthz", "http:museum.example", "museum.example:80"])
  bad("9110, 4.2.1", `a target that is no address here: ${target}`, bare(`GET ${target} HTTP/1.1`, ["Host: museum.example"]));
add("9112, 3.2.4", "asterisk-form: OPTIONS *", request("OPTIONS *"), [200, 204], { check: ({ one }) => assert.match(one("allow") ?? "", /GET/) });
bad("9112, 3.2.4", "the asterisk is for OPTIONS alone: GET *", request("GET *"));
bad("9112, 3.2.4", "the asterisk stands alone", request("OPTIONS **"));
bad("9112, 3.2.3", "authority-form: this is no proxy", request("CONNECT museum.example:443"), [400, 405, 501]);
bad("9112, 3.2.3", "authority-form is for CONNECT alone", request("GET museum.example:443"));

// ---- fields (RFC 9112, 5; RFC 9110, 5)

for (const [name, field] of [["a blank before the colon", "X-Name : value"], ["a tab before the colon", "X-Name\t: value"], ["no colon", "X-Name"], ["no name", ": value"], ["a blank in the name", "X Name: value"], ["brackets in the name", "X(Name): value"],
  ["a slash in the name", "X/Name: value"], ["a byte beyond ASCII in the name", "X-N\xe4me: value"], ["a control character in the name", "X-\x01: value"], ["a quote in the name", "\"X\": value"]])
  fatal("9112, 5.1", `field: ${name}`, request("GET /healthz", [field]));
fatal("9112, 5.1", "a blank before the colon of Host", bare("GET /healthz HTTP/1.1", ["Host : museum.example"]));
fatal("9112, 5.1", "a blank before the colon of Content-Length", request("POST /healthz", ["Content-Length : 3"], "abc"));
fatal("9112, 5.1", "a blank before the colon of Transfer-Encoding", request("POST /healthz", ["Transfer-Encoding : chunked"], "0\r\n\r\n"));
for (const [name, value] of [["a zero byte", "a\0b"], ["a carriage return", "a\rb"], ["a control character", "a\x01b"], ["an escape character", "a\x1bb"], ["DEL", "a\x7fb"]])
  fatal("9110, 5.5", `value: ${name}`, request("GET /healthz", [`X-Name: ${value}`]));
for (const [name, value] of [["nothing", ""], ["a tab", "a\tb"], ["bytes beyond ASCII", "\xe4\xf6\xfc\xff"], ["every visible character", Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join("")], ["a few thousand bytes", "x".repeat(6000)]])
  add("9110, 5.5", `value: ${name}`, request("GET /healthz", [`X-Name: ${value}`]), 200);
add("9110, 5.1", "a name of every letter that a token may have", request("GET /healthz", ["!#$%&'*+-.^_`|~09azAZ: x"]), 200);
add("9110, 5.1", "an unknown field is let be", request("GET /healthz", ["X-Unknown: x", "Another: y"]), 200);
add("9110, 5.3", "the same unknown field many times", request("GET /healthz", Array.from({ length: 50 }, (_, i) => `X-Many: ${i}`)), 200);
bad("9112, 5.2", "a folded line is refused, or read as a blank", request("GET /healthz", ["X-Name: a", " b"]), [200, 400]);
bad("9112, 5.2", "a line folded by a tab", request("GET /healthz", ["X-Name: a", "\tb"]), [200, 400]);
bad("9112, 5.2", "a folded Host is no Host", bare("GET /healthz HTTP/1.1", ["Host: a", " b"]));
bad("9112, 2.2", "a blank line in front of the first field", bare("GET /healthz HTTP/1.1", [" ", "Host: museum.example"]), [200, 400]);
fatal("9112, 2.2", "a blank in front of the first field", bare("GET /healthz HTTP/1.1", [" Host: museum.example"]));
fatal("9110, 5.4", "more fields than can be", request("GET /healthz", Array.from({ length: 900 }, (_, i) => `X-Field-${i}: x`)), [400, 431]);
fatal("9110, 5.4", "a field that is longer than can be", request("GET /healthz", [`X-Long: ${"x".repeat(9000)}`]), [400, 431]);
fatal("9110, 5.4", "a name that is longer than can be", request("GET /healthz", [`X-${"x".repeat(9000)}: x`]), [400, 431]);

// ---- line ends (RFC 9112, 2.2)

bad("9112, 2.2", "lines that end with LF alone", "GET /healthz HTTP/1.1\nHost: museum.example\n\n", [200, 400]);
bad("9112, 2.2", "a request line that ends with LF alone", "GET /healthz HTTP/1.1\nHost: museum.example\r\n\r\n", [200, 400]);
fatal("9112, 2.2", "a carriage return alone within a value", request("GET /healthz", ["X-Name: a\rHost: other.example"]));
fatal("9112, 2.2", "a request line that ends with CR alone", "GET /healthz HTTP/1.1\rHost: museum.example\r\n\r\n");
fatal("9112, 2.2", "CR CR LF", "GET /healthz HTTP/1.1\r\r\nHost: museum.example\r\n\r\n");
fatal("9112, 3", "what is no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n");
fatal("9112, 3", "a word", "HELLO\r\n\r\n");

// ---- methods (RFC 9110, 9)

for (const path of ["/healthz", "/", "/api/v1/machines", "/api/v1/machines/her/boxes"]) {
  add("9110, 9.3.2", `HEAD ${path} is GET without the body`, request(`HEAD ${path}`), 200, { head: true, check: ({ one }) => assert.ok(Number(one("content-length")) > 0) });
  for (const method of ["PUT", "DELETE", "PATCH"]) add("9110, 15.5.6", `${method} ${path} is not allowed, and what is, is told`, request(`${method} ${path}`), 405, { check: ({ one }) => assert.match(one("allow"), /\bGET\b/) });
}
add("9110, 9.3.2", "HEAD of what is not there", request("HEAD /api/v1/nothing"), 404, { head: true });
add("9110, 9.3.2", "HEAD of an export, which GET would send in chunks", request("HEAD /api/v1/machines/menace/history.csv"), 200, { head: true });
add("9110, 9.3.7", "OPTIONS of a resource", request("OPTIONS /api/v1/machines"), [200, 204], { check: ({ one }) => assert.match(one("allow"), /\bGET\b/) });
add("9110, 9.3.3", "POST where nothing is taken", request("POST /healthz", ["Content-Length: 0"]), 405);
add("9110, 9.3.8", "TRACE never echoes what it was sent", request("TRACE /healthz", ["X-Secret: quokka"]), [405, 501], { check: ({ body }) => assert.doesNotMatch(body.toString(), /quokka/) });
for (const method of ["BREW", "get", "Get", "X-!#$%&'*+.^_`|~", "GETT", "G"]) bad("9110, 9.1", `${method} is no method that is known here`, request(`${method} /healthz`), [405, 501]);
for (const method of ["G(T", "GE:T", "G\xcbT", "G\x01T", "\"GET\"", "GET,"]) fatal("9112, 3.1", `${JSON.stringify(method)} is no token`, request(`${method} /healthz`));

// ---- the length of a body (RFC 9112, 6)

const takes = (rule, name, fields, body) => add(rule, name, request("POST /healthz", fields, body), 405);
takes("9112, 6.2", "a body of a length", ["Content-Length: 5"], "abcde");
takes("9112, 6.2", "a body of no length", ["Content-Length: 0"], "");
takes("9112, 6.2", "leading zeros in a length", ["Content-Length: 0005"], "abcde");
takes("9112, 6.3", "no length and no body", [], "");
add("9110, 9.3.1", "a body of GET is read and means nothing", request("GET /healthz", ["Content-Length: 5"], "abcde"), 200);
add("9112, 6.3", "a body that looks like a request is none", request("POST /healthz", ["Content-Length: 41"], "GET /api/v1/machines HTTP/1.1\r\nHost: x\r\n\r\n".slice(0, 41)), 405);
for (const value of ["-1", "+5", "5 5", "5;", "0x5", "5a", "a", "5.0", "5e0", "\"5\"", "18446744073709551616", "99999999999999999999999999", "5,6", "5, 5, 6", "5,,6", ",", "1_0", "\xb2"])
  fatal("9112, 6.3", `Content-Length: ${value}`, request("POST /healthz", [`Content-Length: ${value}`], "abcde"));
fatal("9112, 6.3", "an empty Content-Length", request("POST /healthz", ["Content-Length:"], "abcde"));
fatal("9112, 6.3", "two lengths that differ", request("POST /healthz", ["Content-Length: 5", "Content-Length: 6"], "abcdef"));
fatal("9112, 6.3", "two lengths, the second of which is none", request("POST /healthz", ["Content-Length: 5", "Content-Length: x"], "abcde"));
bad("9112, 6.3", "the same length twice is refused, or taken as one", request("POST /healthz", ["Content-Length: 5", "Content-Length: 5"], "abcde"), [400, 405]);
bad("9112, 6.3", "the same length twice in a list", request("POST /healthz", ["Content-Length: 5, 5"], "abcde"), [400, 405]);
fatal("9110, 15.5.14", "a body that is longer than can be", request("POST /healthz", ["Content-Length: 100000000"]), 413);

// ---- chunks (RFC 9112, 6.1 and 7.1)

const chunked = (body, fields = []) => request("POST /healthz", ["Transfer-Encoding: chunked", ...fields], body);
const takesChunks = (name, body, fields) => add("9112, 7.1", name, chunked(body, fields), 405);
takesChunks("one chunk", "3\r\nabc\r\n0\r\n\r\n");
takesChunks("many chunks", `${"1\r\nx\r\n".repeat(40)}0\r\n\r\n`);
takesChunks("no chunk but the last", "0\r\n\r\n");
takesChunks("sizes in either case of letters", `a\r\n${"x".repeat(10)}\r\nB\r\n${"x".repeat(11)}\r\n0\r\n\r\n`);
takesChunks("leading zeros in a size", "00003\r\nabc\r\n000\r\n\r\n");
takesChunks("chunks that hold line ends", "8\r\na\r\n0\r\n\r\n\r\n0\r\n\r\n");
takesChunks("extensions", "3;name=value;flag;other=\"a quoted; text\"\r\nabc\r\n0;last\r\n\r\n");
takesChunks("trailer fields", "3\r\nabc\r\n0\r\nX-Trailer: value\r\nX-Other: value\r\n\r\n", ["Trailer: X-Trailer"]);
add("9112, 7", "the name of the coding in capitals", request("POST /healthz", ["Transfer-Encoding: CHUNKED"], "3\r\nabc\r\n0\r\n\r\n"), 405);
for (const [name, body] of [["a size that is none", "x\r\nabc\r\n0\r\n\r\n"], ["an empty size", "\r\nabc\r\n0\r\n\r\n"], ["a negative size", "-3\r\nabc\r\n0\r\n\r\n"], ["a size with 0x", "0x3\r\nabc\r\n0\r\n\r\n"], ["a plus sign", "+3\r\nabc\r\n0\r\n\r\n"],
  ["a size beyond 64 bits", "10000000000000003\r\nabc\r\n0\r\n\r\n"], ["more data than its size", "3\r\nabcd\r\n0\r\n\r\n"], ["less data than its size", "4\r\nabc\r\n0\r\n\r\n"], ["a blank in front of the size", " 3\r\nabc\r\n0\r\n\r\n"],
  ["two sizes", "3 3\r\nabc\r\n0\r\n\r\n"], ["a size that ends with CR alone", "3\rabc\r\n0\r\n\r\n"], ["a trailer that is no field", "0\r\nno field\r\n\r\n"], ["a trailer with a blank before its colon", "0\r\nX : y\r\n\r\n"]])
  fatal("9112, 7.1", `chunk: ${name}`, chunked(body));
for (const [name, body] of [["a size that ends with LF alone", "3\nabc\r\n0\r\n\r\n"], ["data that ends with LF alone", "3\r\nabc\n0\r\n\r\n"]]) fatal("9112, 7.1", `chunk: ${name}`, chunked(body));
fatal("9110, 15.5.14", "chunks that are more than can be", chunked("5F5E100\r\n"), 413);
const both = "3\r\nabc\r\n0\r\n\r\n";
bad("9112, 6.1", "chunks and a length", chunked(both, [`Content-Length: ${both.length}`]));
bad("9112, 6.1", "a length and chunks", request("POST /healthz", [`Content-Length: ${both.length}`, "Transfer-Encoding: chunked"], both));
for (const [name, field] of [["another coding alone", "Transfer-Encoding: gzip"], ["chunked is not the last", "Transfer-Encoding: chunked, gzip"], ["identity", "Transfer-Encoding: identity"], ["nearly chunked", "Transfer-Encoding: xchunked"], ["chunked in quotes", "Transfer-Encoding: \"chunked\""],
  ["an empty list", "Transfer-Encoding:"], ["chunked twice", "Transfer-Encoding: chunked, chunked"], ["a vertical tab", "Transfer-Encoding: \x0bchunked"], ["two words", "Transfer-Encoding: chunked identity"]])
  fatal("9112, 6.3", `coding: ${name}`, request("POST /healthz", [field], both));
fatal("9112, 6.1", "coding: gzip and then chunked", request("POST /healthz", ["Transfer-Encoding: gzip, chunked"], both), [400, 501]);
fatal("9112, 6.1", "coding: chunked on two lines", request("POST /healthz", ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], both));
fatal("9112, 6.1", "coding: chunked, then identity on its own line", request("POST /healthz", ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], both));

// ---- Expect (RFC 9110, 10.1.1)

const expects = ["Expect: 100-continue", "Content-Length: 5"];
add("9110, 10.1.1", "100 (Continue), then the answer", [request("GET /healthz", expects), { status: 100 }, "abcde"], 200);
add("9110, 10.1.1", "100 (Continue) for chunks", [request("GET /healthz", ["Expect: 100-continue", "Transfer-Encoding: chunked"]), { status: 100 }, "3\r\nabc\r\n0\r\n\r\n"], 200);
add("9110, 10.1.1", "an expectation in capitals", [request("GET /healthz", ["Expect: 100-CONTINUE", "Content-Length: 5"]), { status: 100 }, "abcde"], 200);
add("9110, 10.1.1", "no 100 (Continue) where there is no body", request("GET /healthz", ["Expect: 100-continue"]), 200);
add("9110, 10.1.1", "no 100 (Continue) for an empty body", request("GET /healthz", ["Expect: 100-continue", "Content-Length: 0"]), 200);
add("9110, 10.1.1", "no 100 (Continue) to HTTP/1.0", bare("GET /healthz HTTP/1.0", expects, "abcde"), 200, { after: "closed" });
fatal("9110, 10.1.1", "the final answer instead, where it is known", request("POST /healthz", ["Expect: 100-continue", "Content-Length: 100000000"]), 413);
fatal("9110, 10.1.1", "the final answer instead, for who may not", request("POST /api/v1/machines/menace/reset", ["Expect: 100-continue", "Content-Length: 5"]), 401);
add("9110, 10.1.1", "another expectation is refused, or let be", request("GET /healthz", ["Expect: a-miracle"]), [200, 417], { after: "either" });

// ---- what persists (RFC 9112, 9)

add("9112, 9.3", "ten requests, ten answers", request("GET /healthz").repeat(10), Array.from({ length: 10 }, () => ({ status: 200, check: text })));
add("9112, 9.3.2", "answers come in the order of their requests", ["/healthz", "/api/v1/machines/her", "/api/v1/nothing", "/readyz", "/healthz"].map((path) => request(`GET ${path}`)).join(""), [200, 200, 404, 200, 200].map((status) => ({ status })));
add("9112, 9.3", "requests with bodies, one behind the other", chunked(both).repeat(3) + request("POST /healthz", ["Content-Length: 5"], "abcde").repeat(3), Array.from({ length: 6 }, () => ({ status: 405 })));
add("9112, 9.3", "HEAD and GET in turn", `${request("HEAD /api/v1")}${request("GET /api/v1")}${request("HEAD /api/v1")}`, [{ status: 200, head: true }, { status: 200 }, { status: 200, head: true }]);
add("9112, 9.3", "a page that is not there, and on", request("GET /nothing/here"), 404);
for (const [name, fields] of [["close", ["Connection: close"]], ["Close", ["Connection: Close"]], ["close in a list", ["Connection: keep-alive, close"]], ["close in front of others", ["Connection: close, x-hop"]], ["close between tabs", ["Connection: x-hop,\tclose\t"]],
  ["close on a second line", ["Connection: x-hop", "Connection: close"]], ["close on a first line of two", ["Connection: close", "Connection: x-hop"]], ["close and keep-alive on two lines", ["Connection: keep-alive", "Connection: close"]], ["empty list items", ["Connection: , close ,"]]])
  add("9112, 9.6", `Connection: ${name}`, request("GET /healthz", fields), 200, { after: "closed" });
for (const value of ["keep-alive", "x-hop", "closed", "not-close"]) add("9112, 9.3", `Connection: ${value} is no end`, request("GET /healthz", [`Connection: ${value}`]), 200);
add("9110, 7.8", "an upgrade that nobody knows is let be", request("GET /healthz", ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA"]), 200);
add("9110, 7.8", "Upgrade without Connection is let be", request("GET /healthz", ["Upgrade: websocket"]), 200);
bad("9110, 15.5.22", "a WebSocket's address without an upgrade", request("GET /api/v1/play?machine=menace"), 426);

// ---- conditions and choices (RFC 9110, 12 and 13)

const etag = ({ one }) => assert.match(one("etag") ?? "", /^(W\/)?"[\x21\x23-\x7e]*"$/);
add("9110, 8.8.3", "an entity tag has its quotes", request("GET /api/v1/machines/her/boxes"), 200, { check: etag });
add("9110, 13.1.2", "If-None-Match: any", request("GET /api/v1/machines/her/boxes", ["If-None-Match: *"]), 304, { check: etag });
add("9110, 13.1.2", "If-None-Match: another", request("GET /api/v1/machines/her/boxes", ["If-None-Match: \"another\""]), 200);
add("9110, 13.1.2", "If-None-Match: what is no tag", request("GET /api/v1/machines/her/boxes", ["If-None-Match: another"]), 200);
add("9110, 15.4.5", "HEAD and If-None-Match: any", request("HEAD /api/v1/machines/her/boxes", ["If-None-Match: *"]), 304, { head: true });
add("9110, 12.5.1", "Accept: anything", request("GET /api/v1/machines", ["Accept: */*"]), 200);
add("9110, 12.5.1", "Accept: JSON among others", request("GET /api/v1/machines", ["Accept: text/html;q=0.5, application/json"]), 200);
add("9110, 12.5.1", "Accept: what there is not", request("GET /api/v1/machines", ["Accept: image/png"]), [200, 406]);
add("9110, 12.5.3", "Accept-Encoding: gzip", request("GET /api/v1/machines/menace/boxes", ["Accept-Encoding: gzip"]), 200, { check: ({ one, body }) => { if (one("content-encoding") === "gzip") assert.equal(body.readUInt16BE(0), 0x1f8b); } });
for (const value of ["identity", "", "gzip;q=0", "br", "*;q=0, identity"]) add("9110, 12.5.3", `Accept-Encoding: ${value || "nothing"} gets no gzip`, request("GET /api/v1/machines/menace/boxes", [`Accept-Encoding: ${value}`]), 200, { check: ({ headers }) => assert.ok(!headers.has("content-encoding")) });
add("9110, 12.5.5", "what was chosen by a field names it in Vary", request("GET /api/v1/machines/menace/boxes", ["Accept-Encoding: gzip"]), 200, { check: ({ one }) => assert.match(one("vary") ?? "", /accept-encoding/i) });
add("9110, 14.2", "a range of another unit is let be", request("GET /api/v1/machines/her/boxes", ["Range: beads=0-5"]), 200);
add("9110, 14.2", "Range has no meaning for HEAD", request("HEAD /api/v1/machines/her/boxes", ["Range: bytes=0-5"]), 200, { head: true });
add("9110, 11.6.1", "401 names the scheme", request("GET /api/v1/audit"), 401, { check: ({ one }) => assert.match(one("www-authenticate"), /^Bearer\b/) });
add("9110, 11.1", "the name of the scheme in any case", request("GET /api/v1/audit", [`Authorization: bEARER ${token}`]), 200);
add("9110, 15.5.5", "404 says so to a program", request("GET /api/v1/nothing"), 404, { check: ({ one }) => assert.equal(one("content-type"), "application/problem+json") });
