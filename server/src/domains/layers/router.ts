import { layersOutputSchema } from '@overlook/shared/schemas';
import { router, signedIn } from '../../trpc/init.ts';
import { listLayers } from './list-layers.ts';

export const layersRouter = router({
  all: signedIn
    .meta({ summary: 'The installed layers that the user may see, with their sites.' })
    .output(layersOutputSchema)
    .query(({ ctx }) => listLayers(ctx)),
});
