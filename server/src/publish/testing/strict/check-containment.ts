import { type Mat4, maximumScale, multiply } from '@overlook/shared/maths';
import type { BoundingVolume } from '@overlook/shared/tiles3d';
import type { PositionBatch } from '../../contents/content-positions.ts';
import { transformAll } from '../../contents/table-positions.ts';
import { volumeCorners } from '../../check/volume.ts';
import type { FileFindings } from './findings.ts';
import { outsideMeasure } from './outside-measure.ts';

/** A volume in the world with the tolerance it is measured by, metres. */
export interface Enclosure {
  volume: BoundingVolume;
  transform: Mat4;
  outside: (x: number, y: number, z: number) => number;
  toleranceMetres: number;
  /** "tileset.json root.children[0].boundingVolume" */
  name: string;
}

/** One millimetre, times the tile's scale where that is larger. */
export function enclosure(volume: BoundingVolume, transform: Mat4, file: string, place: string): Enclosure {
  const toleranceMetres = 1e-3 * Math.max(1, maximumScale(transform));
  return { volume, transform, outside: outsideMeasure(volume, transform), toleranceMetres, name: `${file} ${place}` };
}

/**
 * A tile's volume should lie within its parent's. Only a warning, since contents are checked one by one; a region
 * within another shape is skipped, because its sides are curved.
 */
export function checkVolumeWithin(own: Enclosure, parent: Enclosure | undefined, findings: FileFindings): void {
  if (!parent || (own.volume.kind === 'region') !== (parent.volume.kind === 'region')) return;
  let worst = 0;
  for (const [x, y, z] of volumeCorners(own.volume, own.transform)) worst = Math.max(worst, parent.outside(x, y, z));
  if (worst > parent.toleranceMetres)
    findings.warning(
      own.name.slice(own.name.indexOf(' ') + 1),
      `reaches ${worst.toPrecision(3)} m out of the parent's volume.`,
    );
}

/** Every position of a content lies within each volume. */
export function checkContained(
  batch: PositionBatch,
  toWorld: Mat4,
  enclosures: readonly Enclosure[],
  findings: FileFindings,
): void {
  const world = transformAll(batch.positions.slice(), multiply(toWorld, batch.toTile));
  for (const { outside, toleranceMetres, name } of enclosures) {
    let count = 0;
    let worst = 0;
    for (let i = 0; i < world.length; i += 3) {
      const by = outside(world[i]!, world[i + 1]!, world[i + 2]!);
      // Written so that NaN counts as outside.
      if (!(by <= toleranceMetres)) {
        count++;
        worst = by > worst || Number.isNaN(by) ? by : worst;
      }
    }
    if (count > 0)
      findings.error(
        batch.place,
        `${count} of ${world.length / 3} positions lie up to ${worst.toPrecision(3)} m outside ${name}.`,
      );
  }
}
