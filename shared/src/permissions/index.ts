export { ADMINISTRATION_TOKENS, isAdministrator } from './administration.ts';
export { gainedPermissions, type PermissionDifference } from './compare.ts';
export {
  canViewSite,
  effectivePermissions,
  FUTURE_SITE_ID,
  GLOBAL_SITE_ID,
  isAllowed,
  isAllowedAtSite,
  isAllowedSomewhere,
  managingRow,
  type PermissionEntry,
  type PermissionMap,
  type TokenRule,
} from './evaluate.ts';
export { explainPermission } from './explain.ts';
export {
  isPermissionToken,
  PERMISSION_CATEGORIES,
  PERMISSION_TOKENS,
  type PermissionToken,
  SITE_VIEW_TOKENS,
} from './tokens.ts';
export { VISITOR_CONTROLS, VISITOR_TOKENS, type VisitorControl, type VisitorToken } from './visitors.ts';
