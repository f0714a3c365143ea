import type { PermissionToken } from './tokens.ts';

/** What people without an account can be granted: seeing layers, and tools that change nothing for others. */
export const VISITOR_TOKENS = [
  'VIEW:TEXTURED',
  'VIEW:SHADED',
  'VIEW:POINTCLOUD',
  'VIEW:CAD',
  'VIEW:ADJUSTQUALITY',
  'TOOLS:TARGET',
  'TOOLS:MEASURE',
  'TOOLS:ANGLE',
] as const satisfies readonly PermissionToken[];

export type VisitorToken = (typeof VISITOR_TOKENS)[number];

/** Controls of a visitor's page that need no permission: its maker can leave each of them out. */
export const VISITOR_CONTROLS = ['layers', 'section'] as const;

export type VisitorControl = (typeof VISITOR_CONTROLS)[number];
