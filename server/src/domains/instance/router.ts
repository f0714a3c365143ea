import { instanceInfoSchema } from '@overlook/shared/schemas';
import { publicProcedure, router } from '../../trpc/init.ts';
import { describeInstance } from './describe-instance.ts';

export const instanceRouter = router({
  info: publicProcedure
    .meta({ summary: 'Name, version and settings of this instance.', isPublic: true })
    .output(instanceInfoSchema)
    .query(({ ctx }) => describeInstance(ctx)),
});
