/** The headings of the permission editor, in its order (specification §6). */
export const PERMISSION_CATEGORIES = [
  'General',
  'MOC',
  'Point Grab',
  'Snapshots',
  'Tools',
  'Licensing',
  'Users',
  'Teams',
  'Roles',
] as const;

export type PermissionCategory = (typeof PERMISSION_CATEGORIES)[number];

interface TokenRow {
  readonly token: string;
  readonly displayName: string;
  readonly category: PermissionCategory;
  /** True when a role may have a different entry for each site; false when only the global entry has a meaning. */
  readonly siteSpecific: boolean;
}

/** The closed list of permission tokens: those of specification §6 and `SITES:MANAGE`. Everything else derives from it. */
export const PERMISSION_TOKENS = [
  { token: 'VIEW:TEXTURED', displayName: 'View textured models', category: 'General', siteSpecific: true },
  { token: 'VIEW:SHADED', displayName: 'View shaded models', category: 'General', siteSpecific: true },
  { token: 'VIEW:POINTCLOUD', displayName: 'View point clouds', category: 'General', siteSpecific: true },
  { token: 'VIEW:CAD', displayName: 'View project layers', category: 'General', siteSpecific: true },
  { token: 'VIEW:ADJUSTQUALITY', displayName: 'Adjust model quality', category: 'General', siteSpecific: true },
  { token: 'FEATURE:PRODUCTFEEDBACK', displayName: 'Leave feedback', category: 'General', siteSpecific: true },
  { token: 'SITES:MANAGE', displayName: 'Manage sites', category: 'General', siteSpecific: true },
  { token: 'MOC:VIEW', displayName: 'View MOCs', category: 'MOC', siteSpecific: true },
  { token: 'MOC:CREATE', displayName: 'Create MOCs', category: 'MOC', siteSpecific: true },
  { token: 'MOC:UPDATE', displayName: 'Edit MOCs and add areas', category: 'MOC', siteSpecific: true },
  { token: 'MOC:DELETE', displayName: 'Archive MOCs', category: 'MOC', siteSpecific: true },
  { token: 'POINTGRAB:CREATE', displayName: 'Create exports', category: 'Point Grab', siteSpecific: true },
  { token: 'POINTGRAB:DOWNLOAD', displayName: 'Download exports', category: 'Point Grab', siteSpecific: true },
  { token: 'POINTGRAB:DELETE', displayName: 'Delete exports', category: 'Point Grab', siteSpecific: true },
  { token: 'FEATURE:NEARBYSNAPSHOTS', displayName: 'Nearby photos', category: 'Snapshots', siteSpecific: true },
  { token: 'TOOLS:TARGET', displayName: 'Target tool', category: 'Tools', siteSpecific: true },
  { token: 'TOOLS:MEASURE', displayName: 'Measure tool', category: 'Tools', siteSpecific: true },
  { token: 'TOOLS:ANGLE', displayName: 'Angle measure tool', category: 'Tools', siteSpecific: true },
  { token: 'LICENSING:VIEW', displayName: 'View licensing', category: 'Licensing', siteSpecific: false },
  { token: 'USERS:VIEW', displayName: 'View users', category: 'Users', siteSpecific: false },
  { token: 'USERS:CREATE', displayName: 'Create and delete users', category: 'Users', siteSpecific: false },
  { token: 'USERS:UPDATE', displayName: 'Edit users', category: 'Users', siteSpecific: false },
  { token: 'USERS:ARCHIVE', displayName: 'Archive users', category: 'Users', siteSpecific: false },
  { token: 'TEAMS:VIEW', displayName: 'View teams', category: 'Teams', siteSpecific: false },
  { token: 'TEAMS:CREATE', displayName: 'Create teams', category: 'Teams', siteSpecific: false },
  { token: 'TEAMS:UPDATE', displayName: 'Edit teams', category: 'Teams', siteSpecific: false },
  { token: 'TEAMS:ARCHIVE', displayName: 'Delete teams', category: 'Teams', siteSpecific: false },
  { token: 'ROLES:VIEW', displayName: 'View roles', category: 'Roles', siteSpecific: false },
] as const satisfies readonly TokenRow[];

export type PermissionToken = (typeof PERMISSION_TOKENS)[number]['token'];

const KNOWN_TOKENS: ReadonlySet<string> = new Set(PERMISSION_TOKENS.map((row) => row.token));

/** Whether `text` is one of the tokens. */
export function isPermissionToken(text: string): text is PermissionToken {
  return KNOWN_TOKENS.has(text);
}

/** A site exists for a user who holds at least one of these for it (specification §6). */
export const SITE_VIEW_TOKENS = [
  'VIEW:TEXTURED',
  'VIEW:SHADED',
  'VIEW:POINTCLOUD',
  'VIEW:CAD',
] as const satisfies readonly PermissionToken[];
