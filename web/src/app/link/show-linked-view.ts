import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { POINT_CLOUD } from '@overlook/shared/config';
import type { PermissionMap } from '@overlook/shared/permissions';
import type { Pose } from '@overlook/shared/maths';
import type { Catalogue } from '../../api/catalogue.ts';
import { keepPose } from '../../features/viewer/stage/history/stored-pose.ts';
import { openProfile } from '../../features/viewer/profile/toggle-profile.ts';
import { layerOptions } from '@overlook/embed/controls/layer-options';
import { openStages } from '../../state/screens.ts';
import { showResults } from '../../features/viewer/tools/linked-results.ts';
import { requestLayers } from '../../state/layers.ts';
import { showMoments } from '../../state/moments.ts';
import { showPointColors } from '../../state/point-colors.ts';
import { openSlice } from '../../state/levels.ts';
import { setPreference } from '../../state/preferences.ts';
import { openSection } from '../../state/section.ts';
import { setLayer, setNearMetres, setScreenCount } from '../../state/stage.ts';
import { closeSwipe, openSwipe } from '../../state/swipe.ts';
import { showToast } from '../../state/toasts.ts';
import { showLinkedObjects } from './linked-objects.ts';
import type { LinkedView } from '@overlook/embed/links/view-link';
import { siteNamed } from '@overlook/embed/site/site-named';

/** Which parts of a view could be shown to this user. */
export type ShownPart = 'all' | 'partsLeftOut' | 'siteHidden';

/** Shows a view as far as this user may see it. */
export function showLinkedView(view: LinkedView, data: Catalogue, permissions: PermissionMap): ShownPart {
  const site = siteNamed(data.sites, view.site);
  if (!site) return 'siteHidden';
  setPreference('selectedSiteId', site.id);
  const types = (data.modelsBySite.get(site.id) ?? []).map((model) => model.modeltypeId);
  const ready = layerOptions(site.id, permissions, types).filter(({ availability }) => availability === 'ready');
  const isReady = (layer: number) => ready.some(({ type }) => type.id === layer);
  const shownScreens = view.layers
    .map((layer, index) => ({ layer, moment: view.moments[index] ?? null }))
    .filter(({ layer }) => isReady(layer));
  const layers = shownScreens.map(({ layer }) => layer);
  const swiped = view.swipe && isReady(view.swipe.secondLayerId) ? view.swipe : null;
  if (layers.length > 0) setScreenCount(layers.length);
  layers.forEach((layer, index) => setLayer(index, layer));
  const moments = view.layers.length > 0 ? shownScreens.map(({ moment }) => moment) : view.moments;
  showMoments(site.id, moments, view.swipe?.secondMoment ?? null);
  if (swiped && layers.length === 1) openSwipe(swiped);
  else closeSwipe();
  setPreference('isSyncOn', view.isSyncOn);
  if (view.nearMetres !== null) setNearMetres(view.nearMetres);
  showPointColors(view.pointColors);
  if (view.section) openSection(view.section);
  if (view.level) {
    const groundM = site.data.meta.origin?.height ?? 0;
    openSlice({ fromM: view.level.fromM - groundM, toM: view.level.toM - groundM }, view.level.below);
  }
  requestLayers(view.addedLayers);
  const section = view.profile && isReady(POINT_CLOUD.id) ? view.profile : null;
  if (section) void openProfile(section);
  void showResults(view.results).then((isRead) => isRead || showToast(STAGE_MESSAGES['link.invalid'], 'error'));
  if (view.pose) showPose(site.id, view.pose);
  const areObjectsShown = !view.objects || showLinkedObjects(site.id, view.objects, data, permissions);
  const isWhole =
    areObjectsShown && layers.length === view.layers.length && swiped === view.swipe && section === view.profile;
  return isWhole ? 'all' : 'partsLeftOut';
}

/** Moves the cameras of a site. A stage that opens later begins there; an open one moves there now. */
export function showPose(siteId: number, pose: Pose, options: { animate?: boolean } = {}): void {
  keepPose(siteId, pose);
  for (const { stage } of openStages()) if (stage.state().layerId !== null) stage.setPose(pose, options);
}
