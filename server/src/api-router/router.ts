import { attachmentsRouter } from '../domains/attachments/router.ts';
import { auditRouter } from '../domains/audit/router.ts';
import { authRouter } from '../domains/auth/router.ts';
import { cadRouter } from '../domains/cad/router.ts';
import { capturesRouter } from '../domains/captures/router.ts';
import { exportsRouter } from '../domains/exports/router.ts';
import { feedbackRouter } from '../domains/feedback/router.ts';
import { gridsRouter } from '../domains/grids/router.ts';
import { instanceRouter } from '../domains/instance/router.ts';
import { layersRouter } from '../domains/layers/router.ts';
import { managedSitesRouter } from '../domains/managed-sites/router.ts';
import { uploadsRouter } from '../domains/uploads/router.ts';
import { measurementsRouter } from '../domains/measurements/router.ts';
import { modelGroupsRouter, modelsRouter } from '../domains/models/router.ts';
import { mocsRouter } from '../domains/mocs/router.ts';
import { organisationRouter } from '../domains/organisation/router.ts';
import { permissionsRouter } from '../domains/access/router.ts';
import { rolesRouter } from '../domains/roles/router.ts';
import { sitesRouter } from '../domains/sites/router.ts';
import { snapshotsRouter } from '../domains/snapshots/router.ts';
import { teamsRouter } from '../domains/teams/router.ts';
import { usersRouter } from '../domains/users/router.ts';
import { viewGrantsRouter } from '../domains/view-grants/router.ts';
import { router } from '../trpc/init.ts';

/** Every operation of the product; the REST paths are rows over the same procedures. */
export const appRouter = router({
  attachments: attachmentsRouter,
  audit: auditRouter,
  auth: authRouter,
  cad: cadRouter,
  captures: capturesRouter,
  exports: exportsRouter,
  feedback: feedbackRouter,
  grids: gridsRouter,
  instance: instanceRouter,
  layers: layersRouter,
  managedSites: managedSitesRouter,
  uploads: uploadsRouter,
  measurements: measurementsRouter,
  modelGroups: modelGroupsRouter,
  models: modelsRouter,
  mocs: mocsRouter,
  organisation: organisationRouter,
  permissions: permissionsRouter,
  roles: rolesRouter,
  sites: sitesRouter,
  snapshots: snapshotsRouter,
  teams: teamsRouter,
  users: usersRouter,
  viewGrants: viewGrantsRouter,
});

export type AppRouter = typeof appRouter;
