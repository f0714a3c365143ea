import { z } from 'zod';
import { modelGroupSchema, modelSchema } from '@overlook/shared/schemas';
import { openToVisitors, router } from '../../trpc/init.ts';
import { listModelGroups, listModels } from './list-models.ts';

export const modelGroupsRouter = router({
  all: openToVisitors
    .meta({ summary: 'The model groups of the sites the user may view.' })
    .output(z.object({ modelgroups: z.array(modelGroupSchema) }))
    .query(({ ctx }) => listModelGroups(ctx)),
});

export const modelsRouter = router({
  all: openToVisitors
    .meta({ summary: 'The models whose type the user may view.' })
    .output(z.object({ models: z.array(modelSchema) }))
    .query(({ ctx }) => listModels(ctx)),
});
