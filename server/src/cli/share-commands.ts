import { randomBytes } from 'node:crypto';
import { MODEL_TYPES } from '@overlook/shared/config';
import { SITE_VIEW_TOKENS, VISITOR_CONTROLS } from '@overlook/shared/permissions';
import { UsageError } from '../errors/failure.ts';
import type { Arguments, OperationCommand } from './command.ts';
import type { ListedShare } from './share.ts';
import { assertNoMoreArguments, onlySlug } from './site-commands.ts';
import { widest } from './widest.ts';

const text = { type: 'string' } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Layers as they are named on the command line, with their permissions. */
const LAYERS = MODEL_TYPES.flatMap(({ folder, token }) =>
  SITE_VIEW_TOKENS.flatMap((view) => (view === token ? [[folder, view] as const] : [])),
);

export const shareList: OperationCommand = {
  words: ['share', 'list'],
  summary: 'list public links and embeds',
  help: `Usage: overlook share list [--json]

Lists all public links and embeds, the newest first: id, site, name, who made it, until when it opens, and how often and when
it was opened. Their secrets are stored nowhere and cannot be listed.`,
  options: {},
  operation: 'share.list',
  toInput: ({ positionals }) => assertNoMoreArguments(positionals),
  describe: ({ shares }: { shares: ListedShare[] }) => {
    if (shares.length === 0) return 'There are no public links and no embeds.';
    const columns = shares.map((share) => [String(share.id), share.kind, share.site, share.name, share.madeBy]);
    const widths = [0, 1, 2, 3, 4].map((index) => widest(columns.map((cells) => cells[index]!)));
    return shares
      .map((share, i) => [...columns[i]!.map((cell, at) => cell.padEnd(widths[at]!)), stateText(share)].join('  '))
      .join('\n');
  },
};

function stateText({ endsAt, revokedAt, openings, lastOpenedAt, origins }: ListedShare): string {
  const day = (iso: string) => iso.slice(0, 10);
  const isEnded = Date.parse(endsAt) <= Date.now();
  const state = revokedAt ? `revoked ${day(revokedAt)}` : `${isEnded ? 'ended' : 'until'} ${day(endsAt)}`;
  const use = lastOpenedAt ? `opened ${openings} times, last ${day(lastOpenedAt)}` : 'never opened';
  return [`${state}, ${use}`, ...(origins.length > 0 ? [`on ${origins.join(', ')}`] : [])].join('; ');
}

const SHARED_OPTIONS = `  --as E             e-mail of the user whom it belongs to: it never shows more than this user may see, and ends with
                     the account. The user needs the permission to create users
  --layers L,L       ${LAYERS.map(([name]) => name).join(', ')}; default: all that the user sees but cad`;

export const shareLink: OperationCommand = {
  words: ['share', 'link'],
  summary: 'make a public link to a site',
  help: `Usage: overlook share link <site> --as <e-mail> --name N [options]

Makes a link that people without an account open. The link and its password are printed once and stored nowhere.

Options:
${SHARED_OPTIONS}
  --name N           name in the list of links
  --days D           days until it ends (default: 30, at most 90)
  --view Q           only one view: the query of its address, "v=1&site=…"; default: the whole site
  --password W       its password (others on this machine may see it while the command runs; default: one is made up)
  --no-password      the link alone opens it
  --json             print the result as JSON
  --help             print this text

Example: overlook share link north-plant --as ana@example.com --name "Shutdown, contractors" --layers textured,points`,
  options: {
    as: text,
    name: text,
    layers: text,
    days: text,
    view: text,
    password: text,
    'no-password': { type: 'boolean' },
  },
  operation: 'share.create',
  toInput: (args) => {
    const { name, view, password, 'no-password': isOpen } = args.options;
    if (name === undefined) throw new UsageError('Give --name.');
    if (isOpen && password !== undefined) throw new UsageError('Give --password or --no-password, not both.');
    const made = isOpen ? null : (password ?? randomBytes(9).toString('base64url'));
    const grant = { kind: 'link', name, view: view ?? null, password: made, ...endOf(args) };
    return { ...whose(args), grant };
  },
  perform: async (operator, { input }, context) => {
    const made = (await operator.run('share.create', input, context)) as MadeShare;
    return { ...made, password: (input as { grant: { password: string | null } }).grant.password };
  },
  describe: ({ url, password, grant }: MadeShare & { password: string | null }) =>
    [`${url}`, ...(password === null ? [] : [`Password: ${password}`]), endText(grant)].join('\n'),
};

export const shareEmbed: OperationCommand = {
  words: ['share', 'embed'],
  summary: 'make an embed of a site for other pages',
  help: `Usage: overlook share embed <site> --as <e-mail> --origin O [options]

Makes an embed, which pages of the named origins may show. Its address is printed once and stored nowhere. An origin opens
only where EMBED_ORIGINS of the server names it as well.

Options:
${SHARED_OPTIONS}
  --origin O         origin of pages that may show it, as https://portal.example.com; may be given several times
  --name N           name in the list of embeds (default: the first origin)
  --days D           days until it ends (default: 365, at most 366)
  --controls C,C     ${VISITOR_CONTROLS.join(', ')}; default: all; none for none
  --json             print the result as JSON
  --help             print this text

Example: overlook share embed north-plant --as ana@example.com --origin https://intranet.example.com`,
  options: {
    as: text,
    name: text,
    layers: text,
    days: text,
    controls: text,
    origin: { type: 'string', multiple: true },
  },
  operation: 'share.create',
  toInput: (args) => {
    const { name, origin, controls } = args.options;
    const origins = [origin ?? []].flat().map(String);
    if (origins.length === 0) throw new UsageError('Give --origin.');
    const shown = controls === undefined ? {} : { controls: controls === 'none' ? [] : listOf(controls) };
    return { ...whose(args), grant: { kind: 'embed', name: name ?? origins[0], origins, ...shown, ...endOf(args) } };
  },
  describe: ({ url, grant }: MadeShare) => [url, endText(grant)].join('\n'),
};

export const shareRevoke: OperationCommand = {
  words: ['share', 'revoke'],
  summary: 'withdraw a public link or an embed',
  help: `Usage: overlook share revoke <id> [--yes] [--json]

Withdraws a public link or an embed permanently; pages that show it are refused within a second. The id is that of
overlook share list. On a terminal it asks first, unless --yes is given.`,
  options: { yes: { type: 'boolean' } },
  operation: 'share.revoke',
  toInput: ({ positionals }) => ({ id: onlyId(positionals) }),
  confirm: ({ positionals }) => `Revoke ${onlyId(positionals)}? This cannot be undone.`,
  describe: ({ share }: { share: ListedShare }) => `Revoked “${share.name}” of ${share.site}.`,
};

interface MadeShare {
  url: string;
  grant: { name: string; endsAt: string };
}

const endText = ({ name, endsAt }: MadeShare['grant']): string => `“${name}” opens until ${endsAt.slice(0, 10)}.`;

const listOf = (option: Arguments['options'][string]): string[] =>
  String(option)
    .split(',')
    .map((piece) => piece.trim());

function onlyId([id, ...more]: readonly string[]): number {
  if (id === undefined || more.length > 0 || !/^[1-9]\d{0,8}$/.test(id))
    throw new UsageError('Give the id of one link or embed; see overlook share list.');
  return Number(id);
}

function whose({ options, positionals }: Arguments) {
  const { as: email, layers } = options;
  if (email === undefined) throw new UsageError('Give --as with the e-mail of a user.');
  const named = layers === undefined ? null : listOf(layers).map(tokenOf);
  return { as: email, slug: onlySlug(positionals), layers: named };
}

function tokenOf(name: string) {
  const found = LAYERS.find(([layer]) => layer === name);
  if (!found) throw new UsageError(`There is no layer “${name}”: ${LAYERS.map(([layer]) => layer).join(', ')}.`);
  return found[1];
}

function endOf({ options: { days } }: Arguments): { endsAt?: string } {
  if (days === undefined) return {};
  if (!/^[1-9]\d{0,2}$/.test(String(days))) throw new UsageError('--days takes a whole number of days.');
  return { endsAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() };
}
