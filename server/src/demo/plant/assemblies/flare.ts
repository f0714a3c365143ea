import { type Vec3, mix } from '@overlook/shared/maths';
import { uprightFrame } from '../../geometry/frame.ts';
import { box, disc, drum, ringPlate, rod, side } from '../../geometry/solids.ts';
import { LOOKS, type Look, type PlantBuilder } from '../builder.ts';
import { PALETTE } from '../palette.ts';
import { ladder, ringPlatform } from './access.ts';

/** A guyed flare stack. Metres. */
export interface Flare {
  readonly tag: string;
  readonly east: number;
  readonly north: number;
  readonly height: number;
  readonly radius: number;
  readonly guyReach: number;
}

export function flare(builder: PlantBuilder, parentId: number, it: Flare): void {
  const { tag, radius: r, height: h } = it;
  const group = builder.group(parentId, `${tag} Flare`, 'Flare', [tag]);
  const frame = uprightFrame([it.east, it.north, 0]);
  const look: Look = { material: 'paint', colour: PALETTE.shellGrey, cadColour: [214, 212, 204] };
  builder.object(
    group,
    { name: `${tag} Foundation`, kind: 'Foundation', discipline: 'civil' },
    { ...LOOKS.concrete, patches: drum(frame, r + 1.6, 0.5).slice(0, 2), thickness: 0.5 },
  );
  const sections = 12;
  for (let i = 0; i < sections; i++) {
    const [z0, z1] = [0.5 + ((h - 0.5) * i) / sections, 0.5 + ((h - 0.5) * (i + 1)) / sections];
    const taper = (z: number) => r * (1 - (0.28 * z) / h);
    builder.object(
      group,
      { name: `${tag} Stack section ${i + 1}`, kind: 'Stack section', discipline: 'vessel' },
      { ...look, patches: [side(frame, taper(z0), z0, taper(z1), z1)], thickness: r },
    );
  }
  const tip = [
    ...drum(uprightFrame([it.east, it.north, h]), r * 0.85, 2.6),
    ...ringPlate(frame, h + 2.2, r * 0.85, r * 1.15, 1),
  ];
  builder.object(
    group,
    { name: `${tag} Flare tip`, kind: 'Flare tip', discipline: 'vessel' },
    { material: 'steel', colour: PALETTE.darkSteel, patches: tip, thickness: 0.6 },
  );
  ringPlatform(builder, group, `${tag} Tip platform`, frame, h - 2, r, r + 1.2, 0, 2 * Math.PI);
  ladder(builder, group, `${tag} Ladder`, frame, r + 0.5, 0.5, h - 2);
  guyRopes(builder, group, it);
}

/** Three pairs of ropes with their anchors, and the collar that they hold. */
function guyRopes(builder: PlantBuilder, group: number, it: Flare): void {
  const { tag, radius: r, height: h } = it;
  const frame = uprightFrame([it.east, it.north, 0]);
  const guys = builder.group(group, `${tag} Guys`, 'Guys');
  for (let k = 0; k < 3; k++) {
    const a = (k * 2 * Math.PI) / 3 + 0.5;
    const anchor: Vec3 = [it.east + it.guyReach * Math.cos(a), it.north + it.guyReach * Math.sin(a), 0.6];
    const foot = uprightFrame([anchor[0], anchor[1], 0], a);
    builder.object(
      guys,
      { name: `${tag} Anchor ${k + 1}`, kind: 'Anchor', discipline: 'civil' },
      { ...LOOKS.concrete, patches: box(foot, [-1, -1, 0], [1, 1, 0.7], 'tnesw'), thickness: 0.7 },
    );
    for (const [j, share] of [0.58, 0.92].entries()) {
      const to: Vec3 = [it.east, it.north, h * share];
      for (let s = 0; s < 8; s++) {
        const patches = rod(mix(anchor, to, s / 8), mix(anchor, to, (s + 1) / 8), 0.035);
        builder.object(
          guys,
          { name: `${tag} Guy ${k + 1}.${j + 1}.${s + 1}`, kind: 'Guy rope', discipline: 'structure' },
          { material: 'plain', colour: PALETTE.darkSteel, patches, thickness: 0.26 },
        );
      }
    }
  }
  const collar = ringPlate(frame, h * 0.58 + 0.2, r * 0.8, r + 0.15, 0.4);
  builder.object(
    guys,
    { name: `${tag} Guy collar`, kind: 'Collar', discipline: 'structure' },
    {
      ...LOOKS.steel,
      patches: [...collar, disc(frame, h * 0.58 + 0.2, r + 0.15, r * 0.8)].slice(0, 4),
      thickness: 0.3,
    },
  );
}
