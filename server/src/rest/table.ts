import { FEEDBACK_BODY_LARGEST_BYTES } from '@overlook/shared/config';
import type { AppRouter } from '../api-router/router.ts';

type Operations = AppRouter['_def']['record'];

/** "domain.operation" of every procedure there is. */
export type ProcedurePath = {
  [Domain in keyof Operations & string]: `${Domain}.${keyof Operations[Domain] & string}`;
}[keyof Operations & string];

/** One REST path over a procedure. Its input is the query, the body and the named parts of the path, merged. */
export interface RestRow {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below `/api`, with parts like `:id`. */
  readonly path: string;
  readonly procedure: ProcedurePath;
  /** One field of the answer, the lines of a file, is sent as that file instead of JSON. */
  readonly sends?: { readonly field: string; readonly type: string; readonly filename: string };
  /** Largest body, in bytes, where it differs from the default. */
  readonly bodyLimitBytes?: number;
}

/** Every REST path of the product (specification §7). */
export const REST_TABLE: readonly RestRow[] = [
  { method: 'POST', path: '/auth/sign_in', procedure: 'auth.signIn' },
  { method: 'POST', path: '/auth/sign_out', procedure: 'auth.signOut' },
  { method: 'GET', path: '/auth/check', procedure: 'auth.check' },
  { method: 'POST', path: '/auth/acceptdisclaimer', procedure: 'auth.acceptDisclaimer' },
  { method: 'POST', path: '/auth/set_password', procedure: 'auth.setPassword' },
  { method: 'POST', path: '/auth/update_account', procedure: 'auth.updateAccount' },
  { method: 'POST', path: '/auth/two_factor', procedure: 'auth.twoFactor' },
  { method: 'POST', path: '/auth/two_factor/enrol', procedure: 'auth.enrolTwoFactor' },
  { method: 'POST', path: '/auth/two_factor/confirm', procedure: 'auth.confirmTwoFactor' },
  { method: 'POST', path: '/auth/two_factor/disable', procedure: 'auth.disableTwoFactor' },
  { method: 'POST', path: '/auth/two_factor/sign_in/enrol', procedure: 'auth.enrolAtSignIn' },
  { method: 'POST', path: '/auth/two_factor/sign_in/confirm', procedure: 'auth.confirmAtSignIn' },
  { method: 'POST', path: '/auth/exchange', procedure: 'auth.exchange' },
  { method: 'GET', path: '/auth/sessions', procedure: 'auth.sessions' },
  { method: 'POST', path: '/auth/sessions/end', procedure: 'auth.endSession' },
  { method: 'POST', path: '/auth/sessions/end_others', procedure: 'auth.endOtherSessions' },
  { method: 'POST', path: '/users/forgotpassword', procedure: 'auth.forgotPassword' },
  { method: 'POST', path: '/users/passwordreset', procedure: 'auth.resetPassword' },
  { method: 'POST', path: '/users/:id/resetpassword', procedure: 'auth.sendPasswordReset' },
  {
    method: 'POST',
    path: '/users/feedbackform',
    procedure: 'feedback.send',
    bodyLimitBytes: FEEDBACK_BODY_LARGEST_BYTES,
  },
  { method: 'GET', path: '/users', procedure: 'users.all' },
  { method: 'GET', path: '/users/:id', procedure: 'users.get' },
  { method: 'POST', path: '/users', procedure: 'users.create' },
  { method: 'POST', path: '/users/put/:id', procedure: 'users.update' },
  { method: 'PUT', path: '/users/put/:id', procedure: 'users.update' },
  { method: 'POST', path: '/users/:id/enable', procedure: 'users.enable' },
  { method: 'POST', path: '/users/:id/disable', procedure: 'users.disable' },
  { method: 'POST', path: '/users/:id/archive', procedure: 'users.archive' },
  // GETs that change something: kept as specified, §7. They need the bearer token as every mutation does.
  { method: 'GET', path: '/users/delete/:id', procedure: 'users.delete' },
  { method: 'POST', path: '/users/:id/clearSSO', procedure: 'users.clearSSO' },
  { method: 'POST', path: '/users/:id/notifications', procedure: 'users.setNotifications' },
  { method: 'GET', path: '/permissions/roles', procedure: 'roles.all' },
  { method: 'GET', path: '/permissions/roles/:id', procedure: 'roles.get' },
  { method: 'POST', path: '/permissions/roles', procedure: 'roles.create' },
  { method: 'POST', path: '/permissions/roles/put/:id', procedure: 'roles.update' },
  { method: 'PUT', path: '/permissions/roles/put/:id', procedure: 'roles.update' },
  { method: 'GET', path: '/permissions/roles/delete/:id', procedure: 'roles.delete' },
  { method: 'GET', path: '/permissions/teams', procedure: 'teams.all' },
  { method: 'GET', path: '/permissions/teams/:id', procedure: 'teams.get' },
  { method: 'POST', path: '/permissions/teams', procedure: 'teams.create' },
  { method: 'POST', path: '/permissions/teams/put/:id', procedure: 'teams.update' },
  { method: 'PUT', path: '/permissions/teams/put/:id', procedure: 'teams.update' },
  { method: 'GET', path: '/permissions/teams/delete/:id', procedure: 'teams.delete' },
  { method: 'GET', path: '/audit', procedure: 'audit.list' },
  {
    method: 'GET',
    path: '/audit/csv',
    procedure: 'audit.csv',
    sends: { field: 'csv', type: 'text/csv; charset=utf-8', filename: 'audit.csv' },
  },
  { method: 'GET', path: '/audit/actions', procedure: 'audit.actions' },
  { method: 'GET', path: '/audit/retention', procedure: 'audit.retention' },
  { method: 'POST', path: '/audit/retention', procedure: 'audit.setRetention' },
  { method: 'GET', path: '/sites/all', procedure: 'sites.all' },
  { method: 'GET', path: '/sites/pins', procedure: 'sites.pins' },
  { method: 'GET', path: '/sites/:siteId/cad/tree/root', procedure: 'cad.root' },
  { method: 'GET', path: '/sites/:siteId/cad/tree', procedure: 'cad.children' },
  { method: 'GET', path: '/sites/:siteId/cad/tree/:itemId', procedure: 'cad.metadata' },
  { method: 'GET', path: '/sites/:siteId/cad/search', procedure: 'cad.search' },
  { method: 'GET', path: '/sites/:siteId/cad/external_metadata/:sourceId', procedure: 'cad.externalMetadata' },
  { method: 'GET', path: '/sites/:siteId/mocs/pois', procedure: 'mocs.all' },
  {
    method: 'GET',
    path: '/sites/:siteId/mocs/:id/touched.csv',
    procedure: 'mocs.touchedCsv',
    sends: { field: 'csv', type: 'text/csv; charset=utf-8', filename: 'touched.csv' },
  },
  { method: 'POST', path: '/sites/:siteId/mocs', procedure: 'mocs.create' },
  { method: 'POST', path: '/sites/:siteId/mocs/:id', procedure: 'mocs.update' },
  { method: 'POST', path: '/sites/:siteId/mocs/:id/area', procedure: 'mocs.saveArea' },
  // As above: these GETs change something (§7).
  { method: 'GET', path: '/sites/:siteId/mocs/:id/area/delete/:areaUuid', procedure: 'mocs.archiveArea' },
  { method: 'GET', path: '/sites/:siteId/mocs/delete/:id', procedure: 'mocs.archive' },
  { method: 'GET', path: '/view_grants', procedure: 'viewGrants.all' },
  { method: 'POST', path: '/view_grants', procedure: 'viewGrants.create' },
  { method: 'POST', path: '/view_grants/open', procedure: 'viewGrants.open' },
  { method: 'POST', path: '/view_grants/:id/renew', procedure: 'viewGrants.renew' },
  { method: 'POST', path: '/view_grants/:id/revoke', procedure: 'viewGrants.revoke' },
  { method: 'POST', path: '/files/attachments/archive/:uuid', procedure: 'attachments.archive' },
  { method: 'POST', path: '/files/attachments/restore/:uuid', procedure: 'attachments.restore' },
  { method: 'GET', path: '/modelgroups/all', procedure: 'modelGroups.all' },
  { method: 'GET', path: '/models/all', procedure: 'models.all' },
  { method: 'GET', path: '/layers/all', procedure: 'layers.all' },
  { method: 'GET', path: '/snapshots/user', procedure: 'snapshots.user' },
  { method: 'GET', path: '/snapshots/:id', procedure: 'snapshots.get' },
  { method: 'POST', path: '/snapshots/nearby', procedure: 'snapshots.nearby' },
  { method: 'POST', path: '/snapshots', procedure: 'snapshots.create' },
  { method: 'POST', path: '/snapshots/:id', procedure: 'snapshots.update' },
  { method: 'POST', path: '/snapshots/bookmark/share', procedure: 'snapshots.share' },
  // GETs that change something: kept as specified, §7.
  { method: 'GET', path: '/snapshots/archive/:id', procedure: 'snapshots.archive' },
  { method: 'GET', path: '/snapshots/delete/:id', procedure: 'snapshots.delete' },
  { method: 'POST', path: '/pointgrab/crop', procedure: 'exports.crop' },
  { method: 'POST', path: '/pointgrab/get', procedure: 'exports.pointcloud' },
  { method: 'POST', path: '/pointgrab/layers', procedure: 'exports.layers' },
  { method: 'POST', path: '/pointgrab/layers/crop', procedure: 'exports.cropLayer' },
  { method: 'POST', path: '/pointgrab/downloads', procedure: 'exports.downloads' },
  { method: 'POST', path: '/files/pointgrab/downloads/delete', procedure: 'exports.delete' },
  { method: 'POST', path: '/files/pointgrab/downloads/restore', procedure: 'exports.restore' },
  { method: 'GET', path: '/permissions/default', procedure: 'permissions.default' },
  { method: 'GET', path: '/instance', procedure: 'instance.info' },
  { method: 'GET', path: '/sites/manage', procedure: 'managedSites.all' },
  { method: 'POST', path: '/sites/manage', procedure: 'managedSites.create' },
  { method: 'POST', path: '/sites/manage/order', procedure: 'managedSites.order' },
  { method: 'GET', path: '/sites/manage/:siteId', procedure: 'managedSites.get' },
  { method: 'POST', path: '/sites/manage/put/:siteId', procedure: 'managedSites.update' },
  { method: 'PUT', path: '/sites/manage/put/:siteId', procedure: 'managedSites.update' },
  { method: 'POST', path: '/sites/manage/:siteId/archive', procedure: 'managedSites.archive' },
  { method: 'POST', path: '/sites/manage/:siteId/restore', procedure: 'managedSites.restore' },
  { method: 'POST', path: '/sites/manage/:siteId/delete', procedure: 'managedSites.delete' },
  { method: 'GET', path: '/sites/manage/:siteId/uploads', procedure: 'uploads.all' },
  { method: 'POST', path: '/sites/manage/:siteId/uploads', procedure: 'uploads.create' },
  { method: 'POST', path: '/sites/manage/:siteId/uploads/:id/retry', procedure: 'uploads.retry' },
  { method: 'POST', path: '/sites/manage/:siteId/uploads/:id/cancel', procedure: 'uploads.cancel' },
  { method: 'GET', path: '/captures/:siteId', procedure: 'captures.all' },
  { method: 'GET', path: '/captures/:siteId/:captureId/scan-positions', procedure: 'captures.scanPositions' },
  { method: 'GET', path: '/sites/manage/:siteId/captures', procedure: 'captures.managed' },
  { method: 'POST', path: '/sites/manage/:siteId/captures/keep', procedure: 'captures.keep' },
  { method: 'POST', path: '/sites/manage/:siteId/captures/:captureId/fit', procedure: 'captures.fit' },
  { method: 'POST', path: '/sites/manage/:siteId/captures/:captureId/place', procedure: 'captures.place' },
  { method: 'POST', path: '/sites/manage/:siteId/captures/:captureId/publish', procedure: 'captures.publish' },
  { method: 'POST', path: '/sites/manage/:siteId/captures/:captureId/discard', procedure: 'captures.discard' },
  { method: 'POST', path: '/sites/manage/:siteId/captures/:captureId/date', procedure: 'captures.date' },
  { method: 'POST', path: '/sites/manage/:siteId/captures/:captureId/withdraw', procedure: 'captures.withdraw' },
  { method: 'POST', path: '/sites/manage/:siteId/captures/:captureId/restore', procedure: 'captures.restore' },
  { method: 'POST', path: '/sites/manage/:siteId/captures/:captureId/delete', procedure: 'captures.delete' },
  { method: 'GET', path: '/organisation/security', procedure: 'organisation.security' },
  { method: 'POST', path: '/organisation/security', procedure: 'organisation.setSecurity' },
];
