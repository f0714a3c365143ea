import { askedGridsSchema, foundGridsSchema } from '@overlook/shared/schemas';
import { router, signedIn } from '../../trpc/init.ts';
import { findGrids } from './find-grids.ts';

export const gridsRouter = router({
  at: signedIn
    .meta({
      summary: 'The parts of the grids of heights and datums around a place that an import would use.',
      isDry: true,
    })
    .input(askedGridsSchema)
    .output(foundGridsSchema)
    .mutation(({ ctx, input }) => findGrids(ctx, input)),
});
