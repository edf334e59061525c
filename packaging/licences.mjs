// Which licence a Debian package declares, as an SPDX expression: from its copyright file where that can be read by
// programs (DEP 5), else from the table below. What neither tells becomes a LicenseRef with the whole text.
import { readFileSync } from "node:fs";

/** Short names of Debian's copyright files, as SPDX has them. */
const names = {
  "0bsd": "0BSD", "apache-2.0": "Apache-2.0", "bsd-2-clause": "BSD-2-Clause", "bsd-3-clause": "BSD-3-Clause", "bsd-4-clause": "BSD-4-Clause",
  "bsl-1.0": "BSL-1.0", "cc0-1.0": "CC0-1.0", "expat": "MIT", "ftl": "FTL", "isc": "ISC", "libpng": "Libpng", "mit": "MIT",
  "openldap-2.8": "OLDAP-2.8", "postgresql": "PostgreSQL", "zlib": "Zlib",
};
for (const version of ["2", "2.1", "3"]) {
  const full = version.includes(".") ? version : `${version}.0`;
  for (const family of ["GPL", "LGPL"]) {
    names[`${family}-${version}`.toLowerCase()] = `${family}-${full}-only`;
    names[`${family}-${version}+`.toLowerCase()] = `${family}-${full}-or-later`;
  }
}

/** By source package, without its version: those whose copyright file is prose, or speaks of more than the library. */
const declared = {
  "cairo": "LGPL-2.1-only OR MPL-1.1",
  "e2fsprogs": "MIT", // of libcom-err2; the rest of the source is under others
  "fmtlib": "MIT",
  "fontconfig": "HPND-sell-variant",
  "gcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
  "glibc": "LGPL-2.1-or-later",
  "gnutls": "LGPL-2.1-or-later",
  "keyutils": "LGPL-2.0-or-later", // of the library; the program is under the GPL
  "krb": "MIT",
  "libidn": "GPL-2.0-or-later OR LGPL-3.0-or-later", // of the library
  "libtasn": "LGPL-2.1-or-later",
  "libx": "MIT", "libxau": "MIT", "libxcb": "MIT", "libxdmcp": "MIT", "libxext": "MIT", "libxrender": "HPND-sell-variant",
  "pixman": "MIT",
  "sqlite": "blessing",
};

/** `GPL-2+ or LGPL-3+` as SPDX; nothing where one of its names is not known. */
function translated(licence) {
  const parts = licence.trim().split(/\s+(or|and)\s+/i).map((part, index) => (index % 2 ? part.toUpperCase() : names[part.toLowerCase()]));
  return parts.includes(undefined) ? undefined : parts.join(" ");
}

/** What the copyright file of a package says of `Files: *`; nothing where it is prose. */
function fromCopyright(text) {
  if (!/^Format:.*copyright-format/im.test(text.slice(0, 500))) return undefined;
  const stanza = text.split(/\n\s*\n/).find((part) => /^Files:\s*\*\s*$/m.test(part));
  const licence = stanza?.match(/^License:[ \t]*(\S.*)$/m)?.[1];
  return licence && translated(licence);
}

/** {expression, text}: `text` where the expression is a LicenseRef of its own, which a document has to carry. */
export function licenceOf({ name, source, licence }) {
  const text = readFileSync(licence, "utf8");
  const expression = declared[source.replace(/[-\d.]+(ubuntu.*)?$/, "")] ?? fromCopyright(text);
  return expression ? { expression } : { expression: `LicenseRef-debian-${name.replace(/[^A-Za-z0-9.-]/g, "-")}`, text };
}
