import type { Vec3 } from '@overlook/shared/maths';
import type { NearbyInput, NearbyPhoto } from '@overlook/shared/schemas';
import { type AskedObject, beginSearch, clearFound, searchFailed, showFound } from '../../../state/photos.ts';
import type { PhotoMode } from '../../../state/preferences.ts';

/** The centre of a search, ECEF metres, and the direction of the camera, as a unit vector. */
export interface SearchPlace {
  readonly mode: PhotoMode;
  readonly pointEcef: Vec3;
  readonly directionEcef: Vec3;
  /** Likely error of a point that was clicked, metres. */
  readonly errorMetres?: number;
  /** Whose middle the point is. */
  readonly object?: AskedObject;
}

/** Site, radius and filters. */
export type SearchOptions = Pick<
  NearbyInput,
  'siteID' | 'heightType' | 'nearbySearchRadius' | 'takenFrom' | 'takenBefore' | 'cameras'
>;

type Ask = (input: NearbyInput, signal: AbortSignal) => Promise<readonly NearbyPhoto[]>;

/** Searches one after the other: each ends the one before, whose answer is dropped however late it arrives. */
export class PhotoSearch {
  private running: AbortController | null = null;
  private place: SearchPlace | null = null;

  constructor(
    private readonly ask: Ask,
    private options: SearchOptions,
  ) {}

  /** Searches with other options from now on, and around the same place again where they differ. */
  setOptions(options: SearchOptions): void {
    const isOther = JSON.stringify(options) !== JSON.stringify(this.options);
    this.options = options;
    if (isOther) this.again();
  }

  async at(place: SearchPlace): Promise<void> {
    this.running?.abort();
    const mine = new AbortController();
    Object.assign(this, { running: mine, place });
    const { mode, pointEcef, errorMetres = 0, object } = place;
    beginSearch(mode === 'click' ? { pointEcef, errorMetres, object } : null);
    try {
      const found = await this.ask({ ...this.options, ...inputOf(place) }, mine.signal);
      if (this.running === mine) showFound(found);
    } catch (error) {
      if (this.running !== mine) return;
      console.warn('Searching for photos failed.', error);
      searchFailed();
    }
  }

  /** Around the same place, after a failure. Nothing happens before the first search. */
  again(): void {
    if (this.place) void this.at(this.place);
  }

  /** Where the newest search is about; null before the first. */
  get latest(): SearchPlace | null {
    return this.place;
  }

  /** Ends the search and clears its results. */
  clear(): void {
    this.running?.abort();
    Object.assign(this, { running: null, place: null });
    clearFound();
  }
}

function inputOf({ mode, pointEcef, directionEcef }: SearchPlace) {
  const [x, y, z] = pointEcef;
  const [cameraDirectionX, cameraDirectionY, cameraDirectionZ] = directionEcef;
  return { nearbyMode: mode, x, y, z, cameraDirectionX, cameraDirectionY, cameraDirectionZ };
}

/** Whether the camera has moved so far that there may be other photos: by any part of its position or its direction. */
export const hasMoved = (
  from: Pick<SearchPlace, 'pointEcef' | 'directionEcef'>,
  to: Pick<SearchPlace, 'pointEcef' | 'directionEcef'>,
  trigger: number,
): boolean =>
  to.pointEcef.some((part, axis) => Math.abs(part - from.pointEcef[axis]!) > trigger) ||
  to.directionEcef.some((part, axis) => Math.abs(part - from.directionEcef[axis]!) > trigger);
