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
