import type { EpsgText } from '@overlook/shared/config';
import { epsgOf } from '@overlook/shared/format';
import { UsageError } from '../errors/failure.ts';
import type { SystemOfSite } from '../publish/register/site-system.ts';
import type { OperationCommand } from './command.ts';
import { onlySlug } from './site-commands.ts';

export const siteCrs: OperationCommand = {
  words: ['site', 'crs'],
  summary: 'set the coordinate system of a site',
  help: `Usage: overlook site crs <slug> [EPSG:n | none] [--json]

Sets the coordinate system in which people know the site: that of the coordinates which the viewer shows, of exports,
and of point clouds and CAD models that state none. It is a map projection in metres that reaches the site. “none”
takes it back; without a code the command prints what is set.

Example: overlook site crs north-plant EPSG:7854`,
  options: {},
  operation: 'site.system',
  toInput: ({ positionals: [slug, system, ...more] }) => {
    if (more.length > 0) throw new UsageError(`“${more[0]}” is not expected here.`);
    const site = { slug: onlySlug(slug === undefined ? [] : [slug]) };
    return system === undefined ? site : { ...site, system: systemOf(system) };
  },
  describe: ({ site: { slug, system } }: { site: SystemOfSite }) =>
    system ? `${slug}: ${system}` : `${slug} has no coordinate system of its own.`,
};

function systemOf(text: string): EpsgText | null {
  if (text === 'none') return null;
  const system = epsgOf(text);
  if (!system) throw new UsageError(`“${text}” is no code of the EPSG registry, such as EPSG:7854, and not none.`);
  return system;
}
