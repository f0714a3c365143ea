import type { PermissionToken } from './tokens.ts';

/**
 * What people without an account can be granted: the view of layers, and tools that change nothing for other people.
 */
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

/** Controls of a visitor's page that need no permission: the person who makes the link can leave out each of them. */
export const VISITOR_CONTROLS = ['layers', 'section'] as const;

export type VisitorControl = (typeof VISITOR_CONTROLS)[number];
