import { PLACES_MESSAGES, STAGE_MESSAGES } from '@overlook/shared/messages';
import { CUT_DEFAULT_METRES, SAVED_OBJECT_NUMBERS_MOST } from '@overlook/shared/config';
import { poseOfCamera } from '@overlook/shared/maths';
import { isAllowed, type PermissionMap } from '@overlook/shared/permissions';
import type { SavedObjects, SavedView, Snapshot } from '@overlook/shared/schemas';
import { type Catalogue, siteToShow, useCatalogue } from '../../api/catalogue.ts';
import { expectView } from '../../features/viewer/stage/expected-view.ts';
import { activeScreen } from '../../state/screens.ts';
import type { CapturedView, PlaceView } from '../../features/viewer/places/place-view.ts';
import { whenAtSite } from '../../features/viewer/stage/when-at-site.ts';
import { cad, restoreObjects } from '../../state/cad.ts';
import { resetLevels } from '../../state/levels.ts';
import { preferences, setPreference } from '../../state/preferences.ts';
import { closeProfile } from '../../state/profile.ts';
import { resetSection } from '../../state/section.ts';
import { useSignedIn } from '../../state/session-context.tsx';
import { setNearMetres } from '../../state/stage.ts';
import { showToast } from '../../state/toasts.ts';
import { bookmarkOf, stagePicture } from '../../state/stage-view.ts';
import { cadPathOf, whenObjectsShown } from './linked-objects.ts';
import { type ShownPart, showLinkedView, showPose } from './show-linked-view.ts';
import { takePlacePicture } from './take-place-picture.ts';
import { addressNow, datedQueryNow } from './use-link.ts';
import { readViewLink } from '@overlook/embed/links/view-link';

/** The message about parts of a Place that could not be shown. */
const LEFT_OUT = {
  layers: PLACES_MESSAGES['place.layersLeftOut'],
  objects: PLACES_MESSAGES['place.objectsLeftOut'],
  layersAndObjects: PLACES_MESSAGES['place.layersAndObjectsLeftOut'],
  site: STAGE_MESSAGES['link.siteHidden'],
} as const;

/** Saves the main view in Places and shows them again; null until the lists have loaded. */
export function usePlaceView(): PlaceView | null {
  const { data } = useCatalogue();
  const { permissions } = useSignedIn();
  if (!data) return null;
  return {
    capture: () => capture(data),
    async takePicture() {
      const { stage } = activeScreen();
      return stage && takePlacePicture({ stage, name: addressNow, picture: stagePicture });
    },
    show(place) {
      const leftOut = show(place, data, permissions);
      if (leftOut) showToast(LEFT_OUT[leftOut]);
    },
    expect(place) {
      const isHere = place !== null && place.siteId === siteToShow(data, preferences.selectedSiteId)?.id;
      expectView(isHere && place.data.bookmark ? poseOfCamera(place.data.bookmark) : null);
    },
  };
}

function capture(data: Catalogue): CapturedView | null {
  const site = siteToShow(data, preferences.selectedSiteId);
  const { stage } = activeScreen();
  const link = datedQueryNow();
  if (!site || !stage || !link || stage.state().layerId === null) return null;
  const objects = chosenObjects(cadPathOf(data, site.id));
  const isWithoutObjects = objects !== null && countNumbers(objects) > SAVED_OBJECT_NUMBERS_MOST;
  const { projection, units, quality, filterMode: mode, filterOpacityPercent: opacityPercent } = preferences;
  return {
    siteId: site.id,
    bookmark: bookmarkOf(stage),
    view: {
      link,
      projection,
      units,
      quality,
      objects: isWithoutObjects ? null : objects,
      filter: { mode, opacityPercent },
    },
    isWithoutObjects,
  };
}

/** The selection in the Project Layer; null where nothing is selected. */
function chosenObjects(modelPath: string | null): SavedObjects | null {
  const { selected, isolated, hidden, colours } = cad;
  const isAny = selected.length > 0 || hidden.length > 0 || isolated !== null || colours !== null;
  if (modelPath === null || !isAny) return null;
  return {
    modelPath,
    selected: selected.map(({ id, features }) => ({ id, features: Array.from(features) })),
    isolated: isolated && Array.from(isolated),
    hidden: hidden.map((features) => Array.from(features)),
    colours: colours && {
      title: colours.title,
      property: colours.property,
      values: colours.values.map((one) => ({ ...one, features: Array.from(one.features) })),
    },
  };
}

function countNumbers({ selected, isolated, hidden, colours }: SavedObjects): number {
  const runs = [
    ...selected.map(({ features }) => features),
    ...hidden,
    isolated ?? [],
    ...(colours?.values ?? []).map(({ features }) => features),
  ];
  return runs.reduce((sum, { length }) => sum + length, 0);
}

function show(
  { siteId, data: { bookmark, view } }: Snapshot,
  data: Catalogue,
  permissions: PermissionMap,
): keyof typeof LEFT_OUT | null {
  if (!data.sites.some(({ id }) => id === siteId)) return 'site';
  const linked = view && readViewLink(new URLSearchParams(view.link));
  let shown: ShownPart = 'all';
  resetSection();
  resetLevels();
  closeProfile();
  if (linked) {
    if (linked.view.nearMetres === null) setNearMetres(CUT_DEFAULT_METRES);
    shown = showLinkedView({ ...linked.view, pose: null }, data, permissions);
  } else setPreference('selectedSiteId', siteId);
  const ortho = linked?.view.pose?.orthoHeightM;
  const pose = bookmark && { ...poseOfCamera(bookmark), ...(ortho !== undefined && { orthoHeightM: ortho }) };
  const isCadOpen = isAllowed(permissions, siteId, 'VIEW:CAD');
  const objects = view?.objects ?? null;
  if (view) showPreferences(view, permissions, siteId);
  whenAtSite(siteId, () => {
    if (pose) showPose(siteId, pose, { animate: true });
    if (!view || !isCadOpen) return;
    if (objects)
      whenObjectsShown(
        siteId,
        data,
        (path) => path === objects.modelPath,
        () => restoreObjects(objects),
      );
    else restoreObjects(null);
  });
  if (shown === 'siteHidden') return 'site';
  const areObjectsLeftOut = objects !== null && !isCadOpen;
  if (shown === 'partsLeftOut') return areObjectsLeftOut ? 'layersAndObjects' : 'layers';
  return areObjectsLeftOut ? 'objects' : null;
}

function showPreferences(
  { projection, units, quality, filter }: SavedView,
  permissions: PermissionMap,
  siteId: number,
): void {
  setPreference('projection', projection);
  setPreference('units', units);
  if (isAllowed(permissions, siteId, 'VIEW:ADJUSTQUALITY')) setPreference('quality', quality);
  if (!filter || !isAllowed(permissions, siteId, 'VIEW:CAD')) return;
  setPreference('filterMode', filter.mode);
  setPreference('filterOpacityPercent', filter.opacityPercent);
}
