import type { Lla, Mat4, Vec3 } from '@overlook/shared/maths';
import type { Bounds } from '../bounds.ts';
import { EMPTY, union } from '../bounds.ts';
import { boxAround, isFilled, placedCorners } from './content-extent.ts';
import { type Region, extendRegion, groundOf, isGeocentric, offEarthReason, regionCorners } from './earth.ts';
import { ImportRefusedError } from '../import-refused.ts';

/** Where a content is named. */
export interface ContentName {
  file: string;
  place: string;
  /** Path of the content itself. */
  content: string;
}

/** The extent of a tileset's contents in its own frame: that of the earth, or one that has to be placed. */
export class TilesetExtent {
  private local: Bounds = EMPTY;
  private region: Region | null = null;
  private firstLocal: ContentName | null = null;

  /**
   * Corners around a content, in the tileset's frame. `isInRegion`: its tile has a region of the earth as its volume.
   * Throws `ImportRefusedError` where they are nowhere on the earth.
   */
  add(corners: readonly Vec3[], name: ContentName, isInRegion: boolean): void {
    if (!isGeocentric(corners[0]!)) {
      if (isInRegion) fail(name, 'lies nowhere on the Earth, where the region of its tile is.');
      this.firstLocal ??= name;
      this.local = union(this.local, boxAround(corners));
      return;
    }
    for (const corner of corners) {
      assertOnEarth(corner, name);
      this.region = extendRegion(this.region, corner);
    }
  }

  /**
   * The position of the tileset on the earth; null where it has to be placed. Throws `ImportRefusedError` where parts
   * are of both kinds.
   */
  georeference(): Georeference | null {
    if (!this.region) return null;
    if (this.firstLocal) fail(this.firstLocal, 'lies nowhere on the Earth, which other contents of the tileset do.');
    return { ground: groundOf(this.region), cornersEcef: regionCorners(this.region) };
  }

  /** Corners of the contents that have to be placed, ECEF; `toEcef` places them. */
  cornersUnder(toEcef: Mat4): Vec3[] {
    return isFilled(this.local) ? placedCorners(this.local, toEcef) : [];
  }
}

/** The position of a tileset on the earth. */
export interface Georeference {
  /** The middle at the lowest height: a guess at the ground. */
  ground: Lla;
  /** Corners of a box around it. */
  cornersEcef: Vec3[];
}

/** Throws `ImportRefusedError` where a placed tileset is nowhere on the earth; `place` says where in `file` it is placed. */
export function placedOnEarth(cornersEcef: readonly Vec3[], file: string, place: string): Georeference {
  let region: Region | null = null;
  for (const corner of cornersEcef) {
    const reason = offEarthReason(corner);
    if (reason) throw new ImportRefusedError(file, place, `puts the model nowhere on the Earth: ${reason}.`);
    region = extendRegion(region, corner);
  }
  return { ground: groundOf(region!), cornersEcef: [...cornersEcef] };
}

function assertOnEarth(corner: Vec3, name: ContentName): void {
  const reason = offEarthReason(corner);
  if (reason) fail(name, `lies nowhere on the Earth: ${reason}.`);
}

function fail({ file, place, content }: ContentName, reason: string): never {
  throw new ImportRefusedError(file, place, `“${content}” ${reason}`);
}
