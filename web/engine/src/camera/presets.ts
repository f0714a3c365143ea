/** The meaning of a mouse drag. Touch is the same in every preset. */
export type MousePreset = 'map' | 'cad';
export type DragKind = 'pan' | 'orbit';

const LEFT = 0;
const MIDDLE = 1;

interface Press {
  button: number;
  ctrlKey: boolean;
  shiftKey: boolean;
}

/**
 * "map": left pans, right (or left with Ctrl or Shift) orbits. "cad": the reverse. The middle button orbits in both.
 * Null for buttons without a meaning.
 */
export function dragKindOf({ button, ctrlKey, shiftKey }: Press, preset: MousePreset): DragKind | null {
  if (button > 2) return null;
  if (button === MIDDLE) return 'orbit';
  const isPrimary = button === LEFT && !ctrlKey && !shiftKey;
  return isPrimary === (preset === 'map') ? 'pan' : 'orbit';
}
