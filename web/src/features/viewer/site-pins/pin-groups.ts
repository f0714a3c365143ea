import { SITE_PIN } from '@overlook/shared/config';
import { groupPins, type PinGroups, type Vec3 } from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';
import { pinPlace, type PinPlace, type Project } from './pin-place.ts';
import type { NamedPin } from './use-site-pins.ts';

/** The pins of sites in one view; indices are those of the list. */
export interface PlacedSitePins {
  /** Null for one that is not visible. */
  readonly places: readonly (PinPlace | null)[];
  readonly groups: PinGroups;
}

/** Where the pins are in a picture of the stage, and which of them overlap. */
export function placeSitePins(
  pins: readonly { readonly pointEcef: Vec3 }[],
  stage: Pick<Stage, 'pose' | 'size'>,
  project: Project,
): PlacedSitePins {
  const screen = stage.size();
  const { position } = stage.pose();
  const places = pins.map(({ pointEcef }) => pinPlace(pointEcef, position, project, screen));
  const [x, y] = (['x', 'y'] as const).map((axis) => Float64Array.from(places, (place) => place?.[axis] ?? Number.NaN));
  return { places, groups: groupPins(x!, y!, SITE_PIN.overlapPx) };
}

/** The pins of each group, its leader first. */
export function sitesOfGroups(pins: readonly NamedPin[], { leaders, groupOf }: PinGroups): (readonly NamedPin[])[] {
  const others = (leader: number, group: number) => pins.filter((_, i) => i !== leader && groupOf[i] === group);
  return leaders.map((leader, group) => [pins[leader]!, ...others(leader, group)]);
}
