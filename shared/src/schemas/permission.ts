import { z } from 'zod';
import { PERMISSION_CATEGORIES } from '../permissions/tokens.ts';

/** Effective permissions of one user: site id ("0" = global) → token → whether they may. */
export const permissionMapSchema = z.record(z.string(), z.record(z.string(), z.boolean()));

/** One row of the permission editor (specification §3 "Default permission"). */
export const defaultPermissionSchema = z.object({
  token: z.string(),
  displayName: z.string(),
  category: z.enum(PERMISSION_CATEGORIES),
  siteSpecific: z.boolean(),
});

export type DefaultPermission = z.infer<typeof defaultPermissionSchema>;
