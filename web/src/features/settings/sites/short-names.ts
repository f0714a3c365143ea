import { MANAGE_SITES_MESSAGES } from '@overlook/shared/messages';
import { type ManagedSite, slugSchema } from '@overlook/shared/schemas';

const LONGEST = 64;

/** A short name for a site of this name; empty where the name has no letter that it could have. */
export const shortNameOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, LONGEST)
    .replace(/-$/, '');

/** The error of a short name; null for one that `sites`, as far as they are known, neither have nor had. */
export function shortNameError(
  slug: string,
  sites: readonly Pick<ManagedSite, 'slug' | 'formerSlugs'>[] = [],
): string | null {
  if (!slugSchema.safeParse(slug).success) return MANAGE_SITES_MESSAGES['manageSites.shortNameWrong'];
  return sites.some((site) => site.slug === slug || site.formerSlugs.includes(slug))
    ? MANAGE_SITES_MESSAGES['manageSites.shortNameTaken']
    : null;
}
