/** The pages of docs/reference, made from the product's own definitions. */
import { PERMISSION_CATEGORIES, PERMISSION_TOKENS } from '@overlook/shared/permissions';
import { FILE_TABLE } from '../src/rest/file-table.ts';
import { describeProcedure } from '../src/rest/procedures.ts';
import { REST_TABLE, type RestRow } from '../src/rest/table.ts';
import { constantsDocument } from './constants.ts';
import { cell, table } from './markdown.ts';

function permissionsDocument(): string {
  const sections = PERMISSION_CATEGORIES.map((category) => {
    const rows = PERMISSION_TOKENS.filter((row) => row.category === category).map((row) => [
      `\`${row.token}\``,
      row.displayName,
      row.siteSpecific ? 'for each site, or for all' : 'for all sites only',
    ]);
    return `## ${category}\n\n${table(['token', 'shown as', 'granted'], rows)}`;
  });
  const about = 'The permissions that a role can allow, deny or inherit (`shared/src/permissions/tokens.ts`).';
  return ['# Permissions', about, ...sections].join('\n\n');
}

function accessOf({ procedure }: RestRow): string {
  const { meta } = describeProcedure(procedure);
  if (meta.isPublic) return 'anyone';
  if (meta.permissions) return meta.permissions.join(' and ');
  if (meta.permissionsAtSite) return `${meta.permissionsAtSite.join(' and ')} at the site`;
  if (meta.permissionSomewhere) return `${meta.permissionSomewhere} at one site at least`;
  return 'a session';
}

function restDocument(): string {
  const rows = REST_TABLE.map((row) => [
    row.method,
    `\`/api${row.path}\``,
    cell(describeProcedure(row.procedure).meta.summary),
    accessOf(row),
  ]);
  const files = FILE_TABLE.map(({ method, path, summary, needs }) => [
    method,
    `\`/api${path}\``,
    cell(summary),
    cell(needs),
  ]);
  return [
    '# REST interface',
    'Inputs and answers are in the OpenAPI document: `/api/openapi.json` of a running server, or `overlook openapi`.',
    table(['method', 'path', 'what it does', 'needs'], [...rows, ...files]),
  ].join('\n\n');
}

/** File names in docs/reference and their contents. */
export const REFERENCE_DOCUMENTS: Readonly<Record<string, () => string>> = {
  'constants.md': constantsDocument,
  'permissions.md': permissionsDocument,
  'rest.md': restDocument,
};

/** The beginning of each page, which says that it must not be edited. */
export const written = (document: string): string =>
  `<!-- Generated: \`pnpm --filter @overlook/server run reference\`. -->\n\n${document}\n`;
