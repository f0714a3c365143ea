import { authRouter } from '../domains/auth/router.ts';
import { instanceRouter } from '../domains/instance/router.ts';
import { modelGroupsRouter, modelsRouter } from '../domains/models/router.ts';
import { organisationRouter } from '../domains/organisation/router.ts';
import { permissionsRouter } from '../domains/permissions/router.ts';
import { sitesRouter } from '../domains/sites/router.ts';
import { router } from './init.ts';

/** Every operation of the product; the REST paths are rows over the same procedures. */
export const appRouter = router({
  auth: authRouter,
  instance: instanceRouter,
  modelGroups: modelGroupsRouter,
  models: modelsRouter,
  organisation: organisationRouter,
  permissions: permissionsRouter,
  sites: sitesRouter,
});

export type AppRouter = typeof appRouter;
