// Lists what a build is made of, as SPDX 2.3, and gathers the licences: sbom.mjs PROGRAM LOCK_FILE NODE_MODULES FOLDER
// Debian's packages are asked of dpkg: those of the shared libraries, and those whose headers or archives are compiled in.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { licenceOf } from "./licences.mjs";

const [, , program, lockFile, modules, folder] = process.argv;
const run = (name, ...argv) => execFileSync(name, argv, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** The packages that own these files; /lib and /usr/lib are the same folder, and dpkg knows it by one name. */
function ownersOf(files) {
  const namesOf = (file) => [file, `/usr${file}`, file.replace(/^\/usr/, "")];
  // Its exit status tells of names that are nobody's, of which there are some here.
  const { stdout } = spawnSync("dpkg-query", ["-S", ...files.flatMap(namesOf)], { encoding: "utf8" });
  const owners = new Map([...stdout.matchAll(/^([^:,\s]+)[^\s]*: (\/.*)$/gm)].map(([, name, path]) => [path, name]));
  return files.map((file) => {
    const owner = owners.get(namesOf(file).find((name) => owners.has(name)));
    if (!owner) throw new Error(`no package owns ${file}`);
    return owner;
  });
}

const compiledIn = /^(libboost[\d.]*-dev|libhowardhinnant-date-dev|nlohmann-json3-dev|libcli11-dev|libsqlitecpp-dev)$/;
const installed = run("dpkg-query", "-W", "-f=${Package}\\n").split("\n");
const libraries = ownersOf([...run("ldd", program).matchAll(/=> (\/\S+)/g)].map(([, file]) => file));
const linked = [...new Set([...libraries, ...installed.filter((name) => compiledIn.test(name))])].sort();
const fields = run("dpkg-query", "-W", "-f=${Package}\\t${Version}\\t${Architecture}\\t${source:Package}\\n", ...linked).trim().split("\n").map((line) => line.split("\t"));
const debian = linked.map((name) => {
  const [, version, architecture, source] = fields.find(([it]) => it === name);
  return { name, version, architecture, source, licence: `/usr/share/doc/${name}/copyright` };
});
const distribution = readFileSync("/etc/os-release", "utf8").match(/^ID=(.*)$/m)?.[1] ?? "debian";

const lock = JSON.parse(readFileSync(lockFile, "utf8"));
const npm = Object.entries(lock.packages).filter(([path, it]) => path && !it.dev).map(([path, { version, license }]) => {
  const name = path.replace(/^node_modules\//, "");
  return { name, version, license, licence: join(modules, name, "LICENSE") };
});

const ids = new Map();
const idOf = (kind, name) => {
  const id = `SPDXRef-${kind}-${name.replace(/[^A-Za-z0-9.-]/g, "-")}`;
  ids.set(id, name);
  return id;
};
const ownTexts = [];
/** What a package of Debian declares; one without a name in SPDX's list brings its text along. */
const declaredBy = (it) => {
  const { expression, text } = licenceOf(it);
  if (text) ownTexts.push({ licenseId: expression, name: `licence of ${it.name}`, extractedText: text });
  return expression;
};
const part = (id, name, version, license, purl, comment) => ({
  SPDXID: id, name, versionInfo: version, downloadLocation: "NOASSERTION", filesAnalyzed: false,
  licenseConcluded: "NOASSERTION", licenseDeclared: license, copyrightText: "NOASSERTION",
  ...(purl ? { externalRefs: [{ referenceCategory: "PACKAGE-MANAGER", referenceType: "purl", referenceLocator: purl }] } : {}),
  ...(comment ? { comment } : {}),
});
// "menagerie 0.1.0", with what it was built from in the lines below
const version = run(program, "--version").split("\n")[0].split(" ")[1];
const hash = createHash("sha256").update(readFileSync(program)).digest("hex");
const parts = [
  ...debian.map((it) => part(idOf("deb", it.name), it.name, it.version, declaredBy(it), `pkg:deb/${distribution}/${it.name}@${encodeURIComponent(it.version)}?arch=${it.architecture}`, `source package ${it.source}`)),
  ...npm.map((it) => part(idOf("npm", it.name), it.name, it.version, it.license ?? "NOASSERTION", `pkg:npm/${it.name.replace("@", "%40")}@${it.version}`)),
];
const sbom = {
  spdxVersion: "SPDX-2.3", dataLicense: "CC0-1.0", SPDXID: "SPDXRef-DOCUMENT", name: `menagerie-${version}`,
  documentNamespace: `https://spdx.org/spdxdocs/menagerie-${version}-${hash}`,
  creationInfo: { created: new Date(Number(process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000)) * 1000).toISOString().replace(".000Z", "Z"), creators: ["Tool: menagerie-packaging"] },
  packages: [{ ...part("SPDXRef-menagerie", "menagerie", version, "MIT"), licenseConcluded: "MIT" }, ...parts],
  ...(ownTexts.length > 0 ? { hasExtractedLicensingInfos: ownTexts } : {}),
  relationships: [
    { spdxElementId: "SPDXRef-DOCUMENT", relationshipType: "DESCRIBES", relatedSpdxElement: "SPDXRef-menagerie" },
    ...parts.map(({ SPDXID }) => ({ spdxElementId: "SPDXRef-menagerie", relationshipType: "DEPENDS_ON", relatedSpdxElement: SPDXID })),
  ],
};

const licences = [...debian, ...npm].map((it) => {
  if (!existsSync(it.licence)) throw new Error(`the licence of ${it.name} is not at ${it.licence}`);
  return `${"=".repeat(78)}\n${it.name} ${it.version}\n${"=".repeat(78)}\n\n${readFileSync(it.licence, "utf8").trimEnd()}\n`;
});
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "sbom.spdx.json"), `${JSON.stringify(sbom, null, 2)}\n`);
const gathered = `Menagerie contains or is linked to these works. Their licences:\n\n${licences.join("\n")}`;
writeFileSync(join(folder, "THIRD-PARTY-LICENSES.gz"), gzipSync(gathered, { level: 9 }));
