import { z } from 'zod';
import { PERMISSION_TOKENS } from '@overlook/shared/permissions';
import { defaultPermissionSchema } from '@overlook/shared/schemas';
import { router, signedIn } from '../../trpc/init.ts';

export const permissionsRouter = router({
  default: signedIn
    .meta({ summary: 'Every permission there is, as the permission editor lists them.' })
    .output(z.object({ permissions: z.array(defaultPermissionSchema) }))
    .query(() => ({ permissions: [...PERMISSION_TOKENS] })),
});
