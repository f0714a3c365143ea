/**
 * What others have written and the builds contain: their licences as a text, and a list of the parts (CycloneDX 1.6). Both are
 * made of the installed packages: `node scripts/third-party.mjs server web` writes them beside these builds.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NOTICES = 'third-party-notices.txt';
const SBOM = 'sbom.cdx.json';
const LICENCE_FILE = /^(licen[cs]e|copying|notice|unlicense)([.-].*)?$/i;

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The folder of an installed dependency, as Node finds it from `from`; null where it is optional and not installed here. */
function folderOf(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
    if (at === dirname(at)) return null;
  }
}

/** SPDX expression of a manifest, whose older forms are objects and lists; null where it names none. */
function licenceOf({ license, licenses }) {
  const named = license ?? licenses;
  const all = [named].flat().flatMap((one) => (typeof one === 'string' ? one : (one?.type ?? [])));
  return all.length > 0 ? all.join(' OR ') : null;
}

const authorOf = ({ author }) => (typeof author === 'string' ? author : (author?.name ?? null));

function sourceOf({ repository, homepage }) {
  const url = typeof repository === 'string' ? repository : (repository?.url ?? homepage ?? null);
  if (url === null) return null;
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(url);
  return short ? `https://github.com/${short[1]}` : url.replace(/^git\+/, '').replace(/^git:\/\//, 'https://');
}

/** The files of a package about its licence; without one the part of its description that is. */
function textsIn(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const read = ({ name }) => readFileSync(join(folder, name), 'utf8').trim();
  const texts = files.filter(({ name }) => LICENCE_FILE.test(name)).map(read);
  if (texts.length > 0) return texts.sort();
  const readme = files.find(({ name }) => /^readme(\.|$)/i.test(name));
  const [part] = (readme && /^#+ *licen[cs]e.*\n[^]*?(?=^#|$(?![^]))/im.exec(read(readme))) ?? [];
  return part ? [part.trim()] : [];
}

/**
 * All packages that a package of the workspace needs when it runs, however deep, without those of the workspace itself.
 * @param {string} workspacePackage Its folder.
 */
export function partsOf(workspacePackage) {
  const parts = new Map();
  const visited = new Map();
  const visit = (folder) => {
    if (visited.has(folder)) return visited.get(folder);
    const manifest = readJson(join(folder, 'package.json'));
    const isOwn = manifest.name.startsWith('@overlook/');
    const id = `${manifest.name}@${manifest.version}`;
    visited.set(folder, isOwn ? null : id);
    const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
    const found = names.map((name) => folderOf(name, folder)).filter((one) => one !== null);
    const needs = [...new Set(found.map(visit))].filter((one) => one !== null).sort();
    if (!isOwn)
      parts.set(id, {
        id,
        name: manifest.name,
        version: manifest.version,
        licence: licenceOf(manifest),
        author: authorOf(manifest),
        source: sourceOf(manifest),
        texts: textsIn(folder),
        needs,
      });
    return visited.get(folder);
  };
  visit(realpathSync(workspacePackage));
  return [...parts.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Packages that are changed here, by their ids. */
function patchesOf() {
  const folder = join(ROOT, 'patches');
  return new Map((existsSync(folder) ? readdirSync(folder) : []).map((file) => [file.replace(/\.patch$/, ''), file]));
}

/** Licences and copyright lines of all parts. */
export function noticesText(parts) {
  const patches = patchesOf();
  const intro =
    'Overlook contains the following software of others, each under its own licence. The source of each part, in this\n' +
    'version, is at the address that is named with it; those under MPL-2.0 and LGPL-3.0 are unchanged unless it says so.\n';
  const sections = parts.map(({ id, licence, author, source, texts }) => {
    const facts = [
      id,
      `Licence: ${licence ?? 'see below'}`,
      ...(author ? [`Author: ${author}`] : []),
      ...(source ? [`Source: ${source}`] : []),
      ...(patches.has(id) ? [`Changed by us: patches/${patches.get(id)} of our source`] : []),
    ];
    const own = [...texts];
    if (own.length === 0) own.push(`The package has no licence file. The text of ${licence} is in the list of SPDX.`);
    return [...facts, '', own.join('\n\n')].join('\n');
  });
  const line = `\n${'-'.repeat(80)}\n\n`;
  return [intro, ...sections].join(line) + '\n';
}

const addressOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** SHA-512 of the archives of packages, hexadecimal, by their ids, from the lock file. */
function hashesOf(lockFile) {
  const entries = lockFile.matchAll(/^ {2}'?([^\s'][^\n']*?)'?:\n {4}resolution: \{integrity: sha512-([^,}]+)/gm);
  return new Map([...entries].map(([, id, base64]) => [id, Buffer.from(base64, 'base64').toString('hex')]));
}

const isExpression = (licence) => /\s(OR|AND|WITH)\s/.test(licence);
const licencesOf = ({ licence }) => {
  if (licence === null) return [];
  if (isExpression(licence)) return [{ expression: licence.replace(/^\(|\)$/g, '') }];
  return [{ license: /^see /i.test(licence) ? { name: licence } : { id: licence } }];
};

/** The parts and what needs what, as CycloneDX 1.6. The same parts give the same file. */
export function sbomOf(product, parts) {
  const hashes = hashesOf(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8'));
  const references = new Map(parts.map((part) => [part.id, addressOf(part)]));
  const components = parts.map((part) => ({
    type: 'library',
    'bom-ref': addressOf(part),
    name: part.name,
    version: part.version,
    licenses: licencesOf(part),
    purl: addressOf(part),
    ...(hashes.has(part.id) && { hashes: [{ alg: 'SHA-512', content: hashes.get(part.id) }] }),
    ...(part.source && { externalReferences: [{ type: 'vcs', url: part.source }] }),
  }));
  const needed = new Set(parts.flatMap(({ needs }) => needs));
  const roots = parts.filter(({ id }) => !needed.has(id));
  const own = `${product.name}@${product.version}`;
  const dependencies = [
    { ref: own, dependsOn: roots.map(addressOf) },
    ...parts.map((part) => ({ ref: addressOf(part), dependsOn: part.needs.map((id) => references.get(id)) })),
  ];
  const digest = createHash('sha256')
    .update(JSON.stringify([own, components]))
    .digest('hex');
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-a$4-$5');
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': own, name: product.name, version: product.version } },
    components,
    dependencies,
  };
}

/** Writes both files into a build. */
export function writeThirdParty(workspacePackage, outdir) {
  const { name, version } = readJson(join(workspacePackage, 'package.json'));
  const parts = partsOf(workspacePackage);
  writeFileSync(join(outdir, NOTICES), noticesText(parts));
  writeFileSync(join(outdir, SBOM), `${JSON.stringify(sbomOf({ name, version }, parts), null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of process.argv.slice(2)) writeThirdParty(join(ROOT, name), join(ROOT, name, 'dist'));
