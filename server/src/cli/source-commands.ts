import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../errors/failure.ts';
import type { StoredSource } from '../publish/object-tree/source-settings.ts';
import type { Arguments, OperationCommand } from './command.ts';
import { onlySlug } from './site-commands.ts';
import { widest } from './widest.ts';

export const sourceList: OperationCommand = {
  words: ['source', 'list'],
  summary: 'list the external sources of a site',
  help: `Usage: overlook source list <site> [--json]

Lists the external sources of a site's CAD layer: name, address, and the names of the headers that are sent along. Their
values are never printed.`,
  options: {},
  operation: 'source.list',
  toInput: ({ positionals }) => ({ slug: onlySlug(positionals) }),
  describe: ({ sources }: { sources: StoredSource[] }) => {
    if (sources.length === 0) return 'There are no external sources.';
    const width = widest(sources.map(({ name }) => name));
    return sources.map((source) => `${source.name.padEnd(width)}  ${sourceText(source)}`).join('\n');
  },
};

function sourceText({ url, headers, isInTree }: StoredSource): string {
  const notes = [
    ...(headers.length > 0 ? [`headers: ${headers.join(', ')}`] : []),
    ...(isInTree ? [] : ['not in the tree']),
  ];
  return notes.length > 0 ? `${url}  (${notes.join('; ')})` : url;
}

export const sourceSet: OperationCommand = {
  words: ['source', 'set'],
  summary: 'set address and credentials of an external source',
  help: `Usage: overlook source set <site> <name> [options]

Sets the address or the headers of an external source that the object tree of the site's CAD layer names, or of one that
a later tree will name. What is set holds over what trees say of the source of that name until it is removed.

Options:
  --url U             address of http or https with {tag} in the tag's place
  --header "N: V"     a header that is sent along, such as "Authorization: Bearer …"; may be given several times
                      (others on this machine may see it while the command runs)
  --header-file F     file of such headers, one a line
  --no-headers        send none any more
  --json              print the result as JSON
  --help              print this text

Headers take the place of all that were set. They are stored encrypted, never shown again, and sent to the origin of the
address only, also when it redirects. For an address of another origin, set them again.

Example: overlook source set north-plant Maintenance --header-file ./maintenance-headers`,
  options: {
    url: { type: 'string' },
    header: { type: 'string', multiple: true },
    'header-file': { type: 'string' },
    'no-headers': { type: 'boolean' },
  },
  operation: 'source.set',
  toInput: (args) => {
    const source = onlySource(args);
    const { url } = args.options;
    const headers = headersOf(args);
    if (url === undefined && headers === undefined)
      throw new UsageError('Give --url, --header, --header-file or --no-headers.');
    return { ...source, ...(url === undefined ? {} : { url }), ...(headers ? { headers } : {}) };
  },
  describe: ({ source }: { source: StoredSource }) => `${source.name}  ${sourceText(source)}`,
};

export const sourceRemove: OperationCommand = {
  words: ['source', 'remove'],
  summary: 'remove the settings of an external source',
  help: `Usage: overlook source remove <site> <name> [--json]

Removes the address and headers that were set for an external source. Where the object tree names it, the tree's address
holds again.`,
  options: {},
  operation: 'source.remove',
  toInput: onlySource,
  describe: ({ source }: { source: { name: string; isInTree: boolean } }) =>
    `Removed what was set for “${source.name}”${source.isInTree ? '; the address of the tree holds' : ''}.`,
};

function onlySource({ positionals }: Pick<Arguments, 'positionals'>): { slug: string; name: string } {
  const [site, name, ...more] = positionals;
  if (site === undefined || name === undefined || more.length > 0)
    throw new UsageError('Give the slug of a site and the name of a source.');
  return { slug: onlySlug([site]), name };
}

/** All given headers; undefined where the stored ones are kept. */
function headersOf({ options, workingDir }: Arguments): [name: string, value: string][] | undefined {
  const { header, 'header-file': file, 'no-headers': isNone } = options;
  const given = [
    ...[header ?? []].flat().map((text) => headerOf(String(text), '--header')),
    ...(typeof file === 'string' ? readHeaders(path.resolve(workingDir, file)) : []),
  ];
  if (isNone && given.length > 0) throw new UsageError('--no-headers cannot be used with --header or --header-file.');
  return isNone || given.length > 0 || file !== undefined ? given : undefined;
}

function readHeaders(file: string): [string, string][] {
  const lines = readText(file).split(/\r?\n/);
  const written = lines.flatMap((line, i) =>
    line.trim() === '' ? [] : [headerOf(line, `--header-file, line ${i + 1},`)],
  );
  if (written.length === 0) throw new UsageError(`${file} holds no header. To send none, give --no-headers.`);
  return written;
}

/** A few lines are enough for headers; reading a device would never end. */
const LARGEST_HEADER_FILE = 65_536;

function readText(file: string): string {
  try {
    const found = statSync(file);
    if (!found.isFile() || found.size > LARGEST_HEADER_FILE) throw new UsageError(`${file} is no file of headers.`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** The wrong text is not quoted, because it may be a secret. */
function headerOf(text: string, where: string): [string, string] {
  const colon = text.indexOf(':');
  if (colon < 1) throw new UsageError(`${where} takes “Name: value”.`);
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}
