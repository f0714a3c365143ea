import { type Lla, type Mat4, type Vec3, llaFromEcef, RAD_PER_DEG, WGS84 } from '@overlook/shared/maths';
import type { Bounds } from '../bounds.ts';
import { Bulk, type BulkMeasure, fewOf } from './bulk.ts';
import { boxAround, type ContentPlace, placedCorners } from './content-extent.ts';
import { type Region, extendRegion, groundOf, isGeocentric, offEarthReason, regionCorners } from './earth.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';

/** Where a content is named. */
export interface ContentName {
  file: string;
  place: string;
  /** Path of the content itself. */
  content: string;
  /** Whether a subtree names it rather than `file`. */
  isImplicit: boolean;
}

/** A content that cannot be where it is. */
export interface Misplaced {
  readonly name: ContentName;
  /** A sentence after its name. */
  readonly reason: string;
}

/** More contents that are nowhere on the earth than this, and than others, are no strays. */
const OFF_MOST = 50;

/** The extent of a tileset's contents in its own frame: that of the earth, or one that has to be placed. */
export class TilesetExtent {
  private readonly local = new Bulk<ContentName>();
  private readonly onEarth = new Bulk<ContentName>();
  private readonly off: Misplaced[] = [];
  private plan: EarthPlan | null = null;
  private measured: BulkMeasure<ContentName> | null = null;

  /**
   * The place of a content in the tileset's frame. `isInRegion`: its tile has a region of the earth as its volume. Throws
   * `ImportRefusedError` where it is the latest of many that are nowhere on the earth.
   */
  add({ corners, sample }: ContentPlace, name: ContentName, isInRegion: boolean): void {
    this.measured = null;
    if (!isGeocentric(corners[0]!)) {
      if (isInRegion) this.addOff({ name, reason: 'lies nowhere on the Earth, where the region of its tile is.' });
      else this.local.add(boxAround(corners), sample, name);
      return;
    }
    const reason = corners.map(offEarthReason).find((found) => found !== null);
    if (reason !== undefined) return this.addOff({ name, reason: `lies nowhere on the Earth: ${reason}.` });
    const plan = (this.plan ??= new EarthPlan(corners[0]!));
    this.onEarth.add(boxAround(corners.map(plan.toPlan)), sample.map(plan.toPlan), name);
  }

  private addOff(misplaced: Misplaced): void {
    this.off.push(misplaced);
    if (this.off.length > Math.max(OFF_MOST, this.onEarth.size + this.local.size)) fail(this.off[0]!);
  }

  /**
   * The few contents that cannot belong to the tileset, because all others are on the earth and they are not, or all others have
   * to be placed and they are on the earth or beyond. Throws `ImportRefusedError` for more than a few.
   */
  misplaced(): readonly Misplaced[] {
    const { onEarth, local, off } = this;
    const fewest = this.isOnEarth
      ? local.names().map((name) => ({
          name,
          reason: 'lies nowhere on the Earth, which other contents of the tileset do.',
        }))
      : onEarth.names().map((name) => ({ name, reason: 'lies thousands of kilometres from the other contents.' }));
    const found = [...off, ...fewest];
    if (found.length > fewOf(onEarth.size + local.size + off.length)) fail(found[0]!);
    return found;
  }

  /** Whether more contents are on the earth than have to be placed. */
  private get isOnEarth(): boolean {
    return this.onEarth.size >= Math.max(1, this.local.size);
  }

  /** The position of the tileset on the earth; null where it has to be placed. */
  georeference(): Georeference | null {
    if (!this.plan || !this.isOnEarth) return null;
    const region = this.plan.regionOf(this.bulk().box);
    return { ground: groundOf(region), cornersEcef: regionCorners(region) };
  }

  /** Corners of the contents that have to be placed, ECEF; `toEcef` places them. */
  cornersUnder(toEcef: Mat4): Vec3[] {
    return this.local.size === 0 ? [] : placedCorners(this.bulk().box, toEcef);
  }

  /** What does not count for the place of the tileset, because it lies far from all else; one sentence each. */
  notes(): string[] {
    if (this.onEarth.size + this.local.size === 0) return [];
    const { strays, below } = this.bulk();
    return [
      ...strays.map(
        ({ name: { file, place, content }, awayM, isBelow }) =>
          `${file}, ${place}: “${content}” lies ${isBelow ? `${Math.round(awayM)} m below` : `${Math.round(awayM / 1000)} km from`} all other contents, and does not count for the ground and the home view of the site.`,
      ),
      ...(below
        ? [
            `A few points or vertices lie up to ${Math.round(below.metres)} m below all others, at ${this.placeText(below.point)}. They do not count for the ground of the site.`,
          ]
        : []),
    ];
  }

  private bulk(): BulkMeasure<ContentName> {
    return (this.measured ??= (this.isOnEarth ? this.onEarth : this.local).measure());
  }

  private placeText(point: Vec3): string {
    if (!this.plan || !this.isOnEarth) return point.map((value) => value.toFixed(1)).join(', ');
    const { west, south } = this.plan.regionOf([...point, ...point]);
    return `${west.toFixed(6)}, ${south.toFixed(6)}`;
  }
}

/** Metres east, metres north and heights, for measures alone: they keep no angles far from where they begin. */
class EarthPlan {
  private readonly longitude: number;
  private readonly latitude: number;
  private readonly metresPerLongitude: number;

  constructor(firstEcef: Vec3) {
    const { longitude, latitude } = llaFromEcef(firstEcef);
    [this.longitude, this.latitude] = [longitude, latitude];
    this.metresPerLongitude = METRES_PER_DEGREE * Math.max(0.001, Math.cos(latitude * RAD_PER_DEG));
  }

  readonly toPlan = (pointEcef: Vec3): Vec3 => {
    const { longitude, latitude, height } = llaFromEcef(pointEcef);
    // The shorter way round, so that a site across the antimeridian has a small range.
    const east = longitude - this.longitude;
    return [
      (east - 360 * Math.round(east / 360)) * this.metresPerLongitude,
      (latitude - this.latitude) * METRES_PER_DEGREE,
      height,
    ];
  };

  regionOf([x0, y0, z0, x1, y1, z1]: Bounds): Region {
    return {
      west: this.longitude + x0 / this.metresPerLongitude,
      south: this.latitude + y0 / METRES_PER_DEGREE,
      east: this.longitude + x1 / this.metresPerLongitude,
      north: this.latitude + y1 / METRES_PER_DEGREE,
      low: z0,
      high: z1,
    };
  }
}

const METRES_PER_DEGREE = RAD_PER_DEG * WGS84.a;

/** The position of a tileset on the earth. */
export interface Georeference {
  /** The middle at the lowest height of the bulk: a guess at the ground. */
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

function fail({ name: { file, place, content }, reason }: Misplaced): never {
  throw new ImportRefusedError(file, place, `“${content}” ${reason}`);
}
