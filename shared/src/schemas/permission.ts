import { z } from 'zod';
import { isPermissionToken, PERMISSION_CATEGORIES, PERMISSION_TOKENS } from '../permissions/tokens.ts';
import { idInputSchema, integerInputSchema } from './input.ts';
import { idSchema } from './site.ts';
import { namedReferenceSchema } from './user.ts';

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

/** The entries of a role: site id ("0" = global) → token → Allow (true) or Deny (false); absent means Inherit. */
export const explicitPermissionsSchema = z.record(z.string(), z.record(z.string(), z.boolean()));

export type ExplicitPermissions = z.infer<typeof explicitPermissionsSchema>;

const GLOBAL_ONLY: ReadonlySet<string> = new Set(
  PERMISSION_TOKENS.filter((row) => !row.siteSpecific).map((row) => row.token),
);

/**
 * The same in an input: null is also Inherit. Tokens without a meaning at a single site may have an entry at 0 only.
 */
export const explicitPermissionsInputSchema = z
  .record(z.string(), z.record(z.string(), z.boolean().nullable()))
  .check(({ value, issues }) => {
    const refuse = (path: string[], message: string) => issues.push({ code: 'custom', input: value, path, message });
    for (const [siteId, answers] of Object.entries(value)) {
      if (siteId !== '0' && !idInputSchema.safeParse(siteId).success) refuse([siteId], 'There is no such site');
      for (const token of Object.keys(answers)) {
        if (!isPermissionToken(token)) refuse([siteId, token], 'There is no such permission');
        else if (siteId !== '0' && GLOBAL_ONLY.has(token)) refuse([siteId, token], 'This permission is global only');
      }
    }
  });

const tokenSchema = z.enum(PERMISSION_TOKENS.map((row) => row.token));

/** A question to "explain access"; with `draft` the answer is as if a role had been saved with these entries. */
export const explainInputSchema = z.object({
  userId: idInputSchema,
  /** 0 = global scope. */
  siteId: integerInputSchema(0, idSchema.maxValue ?? 0),
  token: tokenSchema,
  draft: z.object({ roleId: idInputSchema, explicitPermissions: explicitPermissionsInputSchema }).optional(),
});

/** The chain user → team → role → site or global → value, and the result. */
export const explanationSchema = z.object({
  isAllowed: z.boolean(),
  reason: z.enum(['siteDeny', 'siteAllow', 'globalDeny', 'globalAllow', 'deniedAtSite', 'silent']),
  /** False while the person is disabled or archived and may not sign in at all. */
  isActive: z.boolean(),
  links: z.array(
    z.object({
      role: namedReferenceSchema,
      /** The team that brings the role; null when it is the person's own. */
      team: namedReferenceSchema.nullable(),
      /** 0 = global scope. */
      siteId: z.number().int(),
      allowed: z.boolean(),
      /** Whether this entry decided the result. */
      isDecisive: z.boolean(),
    }),
  ),
});

export type Explanation = z.infer<typeof explanationSchema>;
