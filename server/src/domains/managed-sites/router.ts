import {
  createManagedSiteInputSchema,
  deleteManagedSiteInputSchema,
  managedSiteAnswerSchema,
  managedSiteInputSchema,
  managedSitesAnswerSchema,
  orderManagedSitesInputSchema,
  savedManagedSiteSchema,
  successSchema,
  updateManagedSiteInputSchema,
} from '@overlook/shared/schemas';
import { router, withPermission, withPermissionAtSite, withPermissionSomewhere } from '../../trpc/init.ts';
import { archiveSite, restoreSite, updateSite } from './change-site.ts';
import { createSite } from './create-site.ts';
import { orderSites } from './order-sites.ts';
import { removeSite } from './remove-site.ts';
import { listManagedSites, loadManagedSite } from './list-managed-sites.ts';

export const managedSitesRouter = router({
  all: withPermissionSomewhere('SITES:MANAGE')
    .meta({ summary: 'The sites that the user may manage, archived ones included.', isWhole: true })
    .output(managedSitesAnswerSchema)
    .query(({ ctx }) => listManagedSites(ctx)),
  get: withPermissionAtSite('SITES:MANAGE')
    .meta({ summary: 'One site as those who manage it see it.' })
    .input(managedSiteInputSchema)
    .output(managedSiteAnswerSchema)
    .query(async ({ ctx, input }) => ({ site: await loadManagedSite(ctx, input.siteId) })),
  create: withPermission('SITES:MANAGE')
    .meta({ summary: 'Add a site without layers.' })
    .input(createManagedSiteInputSchema)
    .output(savedManagedSiteSchema)
    .mutation(({ ctx, input }) => createSite(ctx, input)),
  order: withPermission('SITES:MANAGE')
    .meta({ summary: 'Put the sites into an order for all lists; those that are not named follow by name.' })
    .input(orderManagedSitesInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => orderSites(ctx, input)),
  update: withPermissionAtSite('SITES:MANAGE')
    .meta({ summary: 'Save an edited site.' })
    .input(updateManagedSiteInputSchema)
    .output(savedManagedSiteSchema)
    .mutation(({ ctx, input }) => updateSite(ctx, input)),
  archive: withPermissionAtSite('SITES:MANAGE')
    .meta({ summary: 'Hide a site from all who view it; its data stays.' })
    .input(managedSiteInputSchema)
    .output(savedManagedSiteSchema)
    .mutation(({ ctx, input }) => archiveSite(ctx, input)),
  restore: withPermissionAtSite('SITES:MANAGE')
    .meta({ summary: 'Take a site out of the archive again.' })
    .input(managedSiteInputSchema)
    .output(savedManagedSiteSchema)
    .mutation(({ ctx, input }) => restoreSite(ctx, input)),
  delete: withPermissionAtSite('SITES:MANAGE')
    .meta({ summary: 'Delete an archived site with all that belongs to it; its name is typed.' })
    .input(deleteManagedSiteInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => removeSite(ctx, input)),
});
