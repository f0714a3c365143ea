import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { PHOTOS } from '@overlook/shared/config';
import { photosFoundText } from '@overlook/shared/messages';
import type { Vec3 } from '@overlook/shared/maths';
import type { CadItem, SitePhotos } from '@overlook/shared/schemas';
import { useSelectedItem } from '../../../api/selected-item.ts';
import { searchPhotos } from '../../../api/photos.ts';
import type { Stage, ToolHit } from '@overlook/engine';
import { photos, refineSearchPoint, resetPhotos, setPhotoTool } from '../../../state/photos.ts';
import { preferences } from '../../../state/preferences.ts';
import { announce } from '../../../ui/announcer.tsx';
import { hasMoved, PhotoSearch, type SearchPlace } from './photo-search.ts';
import { photoPointTool } from './photo-point-tool.ts';
import { searchOptions } from './search-options.ts';

/**
 * Searches while the panel is open: around each point that is clicked, or around the camera of the active screen (`stage`)
 * each time it stops elsewhere; and again with other options. The other mode begins with nothing.
 */
export function usePhotoSearch(siteId: number, site: SitePhotos | null, stage: Stage | null): PhotoSearch {
  const options = searchOptions(siteId, useSnapshot(preferences), site);
  const [search] = useState(() => new PhotoSearch(searchPhotos, options));
  useEffect(() => search.setOptions(options));
  useEffect(() => resetPhotos, []);
  useClicks(search, stage);
  useSelectedObject(search, siteId, stage);
  useCamera(search, stage);
  useSpoken();
  return search;
}

/** In click mode, clicks on the model are for the photos around them. */
function useClicks(search: PhotoSearch, stage: Stage | null): void {
  const { nearbyMode } = useSnapshot(preferences);
  const endFollowing = useRef<(() => void) | undefined>(undefined);
  const searchAround = useEffectEvent((hit: ToolHit) => {
    const { pointEcef, errorMetres, ray } = hit;
    // The press has made the screen that was clicked the active one.
    const directionEcef = stage?.pose().direction ?? ray.direction;
    endFollowing.current?.();
    void search.at({ mode: 'click', pointEcef, directionEcef, errorMetres });
    endFollowing.current = stage?.followPoint(hit, refineSearchPoint);
  });
  useEffect(() => {
    if (nearbyMode !== 'click') return undefined;
    const tool = photoPointTool((hit) => searchAround(hit));
    setPhotoTool(tool);
    const endMarks = subscribeKey(photos, 'asked', (asked) =>
      // An object is marked like the selection.
      tool.mark(asked && !asked.object ? asked.pointEcef : null),
    );
    return () => {
      endMarks();
      endFollowing.current?.();
      setPhotoTool(null);
      search.clear();
    };
  }, [nearbyMode, search]);
}

/** In click mode, the object selected last counts like a click on it: on opening the panel, and when another is selected. */
function useSelectedObject(search: PhotoSearch, siteId: number, stage: Stage | null): void {
  const { nearbyMode } = useSnapshot(preferences);
  const item = useSelectedItem(siteId);
  const searchAround = useEffectEvent(({ name, position }: CadItem) => {
    const direction = stage?.pose().direction;
    if (!position || !direction) return;
    const { center, dimensions } = position;
    const object = { name, sizeEnu: [dimensions.x, dimensions.y, dimensions.z] as Vec3 };
    void search.at({ mode: 'click', pointEcef: [center.x, center.y, center.z], directionEcef: direction, object });
  });
  const isReady = stage !== null;
  useEffect(() => {
    if (nearbyMode === 'click' && item && isReady) searchAround(item);
  }, [nearbyMode, item, isReady]);
}

/** In camera mode, the photos around the camera. */
function useCamera(search: PhotoSearch, stage: Stage | null): void {
  const { nearbyMode } = useSnapshot(preferences);
  const isOn = nearbyMode === 'camera';
  useEffect(() => {
    if (!isOn || !stage) return undefined;
    const look = () => {
      const { position, direction } = stage.pose();
      const place: SearchPlace = { mode: 'camera', pointEcef: position, directionEcef: direction };
      if (!search.latest || hasMoved(search.latest, place, PHOTOS.cameraTrigger)) void search.at(place);
    };
    look();
    return stage.on('rest', look);
  }, [isOn, stage, search]);
  useEffect(() => {
    if (!isOn) return undefined;
    return () => search.clear();
  }, [isOn, search]);
}

/** The number of found photos is announced to screen readers. */
function useSpoken(): void {
  const { status, found } = useSnapshot(photos);
  useEffect(() => {
    if (status === 'found' && found.length > 0) announce(photosFoundText(found.length));
  }, [status, found]);
}
