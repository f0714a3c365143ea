import { z } from 'zod';
import { PERMISSION_TOKENS } from '@overlook/shared/permissions';
import { defaultPermissionSchema, explainInputSchema, explanationSchema } from '@overlook/shared/schemas';
import { router, signedIn, withPermission } from '../../trpc/init.ts';
import { explainAccess } from './explain-access.ts';

export const permissionsRouter = router({
  default: signedIn
    .meta({ summary: 'All permissions, in the order of the permission editor.' })
    .output(z.object({ permissions: z.array(defaultPermissionSchema) }))
    .query(() => ({ permissions: [...PERMISSION_TOKENS] })),
  explain: withPermission('USERS:VIEW', 'ROLES:VIEW')
    .meta({ summary: 'Why a user holds a permission at a site, or does not.' })
    .input(explainInputSchema)
    .output(explanationSchema)
    .query(({ ctx, input }) => explainAccess(ctx, input)),
});
