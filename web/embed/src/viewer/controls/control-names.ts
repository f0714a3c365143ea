import type { VisitorControl, VisitorToken } from '@overlook/shared/permissions';

/** Controls of the embedded viewer, as named in its attribute `controls`. */
export const CONTROL_NAMES = [
  'layers',
  'home',
  'zoom',
  'compass',
  'fullscreen',
  'measure',
  'angle',
  'target',
  'section',
  'quality',
  'scale',
  'coordinates',
  'progress',
  'attribution',
] as const;

export type ControlName = (typeof CONTROL_NAMES)[number];

const isControlName = (name: string): name is ControlName => CONTROL_NAMES.some((known) => known === name);

/** Permissions that controls need from the grant; other controls need none. */
const NEEDED: Readonly<Partial<Record<ControlName, VisitorToken | VisitorControl>>> = {
  layers: 'layers',
  section: 'section',
  measure: 'TOOLS:MEASURE',
  angle: 'TOOLS:ANGLE',
  target: 'TOOLS:TARGET',
  quality: 'VIEW:ADJUSTQUALITY',
};

/**
 * Returns the controls that the attribute `controls` requests, names with spaces or commas between them: all if it is absent, none
 * for "none". Unknown names cause a warning.
 */
export function wantedControls(text: string | null): ReadonlySet<ControlName> {
  if (text === null) return new Set(CONTROL_NAMES);
  const names = text.split(/[\s,]+/).filter((name) => name !== '' && name !== 'none');
  const unknown = names.filter((name) => !isControlName(name));
  if (unknown.length > 0)
    console.warn(`<overlook-viewer>: unknown controls ${unknown.join(', ')}; there are ${CONTROL_NAMES.join(', ')}.`);
  return new Set(names.filter(isControlName));
}

/** Returns the requested controls that the grant allows. */
export function allowedControls(
  wanted: ReadonlySet<ControlName>,
  granted: { readonly permissions: readonly VisitorToken[]; readonly controls: readonly VisitorControl[] },
): ReadonlySet<ControlName> {
  const held = new Set<string>([...granted.permissions, ...granted.controls]);
  return new Set([...wanted].filter((name) => held.has(NEEDED[name] ?? '') || NEEDED[name] === undefined));
}
