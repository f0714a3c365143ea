/** What tests of exports at the site “plant” share: permissions, and the answers of what does not exist. */
import { EXPORTS_MESSAGES } from '@overlook/shared/messages';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { TestServer } from '../../../testing/test-server.ts';

export const EXPORT_TOKENS = ['POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD', 'POINTGRAB:DELETE'] as const;

/** Permissions at the plant, for a person of a test. */
export const atPlant = ({ siteIds }: Pick<TestServer, 'siteIds'>, ...tokens: readonly PermissionToken[]) => ({
  [siteIds.plant]: Object.fromEntries(tokens.map((token) => [token, true])),
});

export const NO_SITE = { status: 404, body: { code: 'NOT_FOUND', error: 'There is no such site.' } };
export const NO_EXPORT = { status: 404, body: { code: 'NOT_FOUND', error: EXPORTS_MESSAGES['export.notFound'] } };
