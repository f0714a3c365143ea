import type { PermissionToken } from '@overlook/shared/permissions';

/** Address of the panel. */
export const EXPORTS_PATH = '/export';

/** One of them opens it (specification §6): for its tool, or for earlier exports. */
export const EXPORTS_TOKENS: readonly PermissionToken[] = ['POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD'];
