import type { PinGroups } from '@overlook/shared/maths';

/** Of a group whose pins differ. */
const MIXED_COLOR = '#c8d0da';

/** The color of each group: that of its pins where they agree. */
export function groupColors(pins: readonly { readonly color: string }[], { leaders, groupOf }: PinGroups): string[] {
  const colors = leaders.map((leader) => pins[leader]!.color);
  groupOf.forEach((group, pin) => {
    if (group >= 0 && colors[group] !== pins[pin]!.color) colors[group] = MIXED_COLOR;
  });
  return colors;
}
