import { z } from 'zod';
import { sitePinSchema, siteSchema } from '@overlook/shared/schemas';
import { checkedOutput } from '../../services/checked-output.ts';
import { openToVisitors, router, signedIn } from '../../trpc/init.ts';
import { listPins } from './list-pins.ts';
import { listSites } from './list-sites.ts';

export const sitesRouter = router({
  all: openToVisitors
    .meta({ summary: 'The sites the user may view.' })
    .output(checkedOutput(z.object({ sites: z.array(siteSchema) })))
    .query(({ ctx }) => listSites(ctx)),
  pins: signedIn
    .meta({ summary: 'Positions on the globe of the sites the user may view.' })
    .output(z.object({ pins: z.array(sitePinSchema) }))
    .query(({ ctx }) => listPins(ctx)),
});
