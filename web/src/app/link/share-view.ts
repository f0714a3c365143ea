import { modelType } from '@overlook/shared/config';
import { lengthNumber, lengthText, type Units } from '@overlook/shared/format';
import type { Vec3 } from '@overlook/shared/maths';
import type { PermissionMap } from '@overlook/shared/permissions';
import type { Catalogue } from '../../api/catalogue.ts';
import type { SharePart, SharePartKey, ShareView } from '../../features/share/share-view.ts';
import { layerOptions } from '@overlook/embed/controls/layer-options';
import { resultSummary } from '../../features/viewer/tools/linked-results.ts';
import { cad } from '../../state/cad.ts';
import { preferences } from '../../state/preferences.ts';
import { linkedObjects } from './linked-objects.ts';
import { datedView, linkText, showsNewest, viewNow } from './use-link.ts';
import type { LinkedView } from '@overlook/embed/links/view-link';
import { VIEWER_MESSAGES, formatMessage } from '@overlook/shared/messages';

const NOTHING: Omit<LinkedView, 'site'> = {
  pose: null,
  layers: [],
  moments: [],
  swipe: null,
  nearMetres: null,
  isSyncOn: true,
  section: null,
  level: null,
  pointColors: { mode: 'scanned', range: null, hiddenClasses: [] },
  profile: null,
  results: { measure: null, target: null, angle: null },
  objects: null,
  addedLayers: [],
};

/** The fields of a link for each part. */
const FIELDS: Record<SharePartKey, readonly (keyof typeof NOTHING)[]> = {
  camera: ['pose', 'layers', 'moments', 'swipe', 'nearMetres', 'isSyncOn', 'pointColors', 'level'],
  section: ['section'],
  profile: ['profile'],
  results: ['results'],
  objects: ['objects'],
  addedLayers: ['addedLayers'],
};

/** The current main view for sharing; null while there is nothing to share. */
export function shareViewNow(data: Catalogue, permissions: PermissionMap): ShareView | null {
  const now = viewNow(data);
  const site = data.sites.find(({ slug }) => slug === now?.site);
  if (!now || !site) return null;
  const view: LinkedView = { ...now, objects: linkedObjects(data, site.id) };
  const dated = datedView(view, site.id);
  const types = (data.modelsBySite.get(site.id) ?? []).map((model) => model.modeltypeId);
  const options = layerOptions(site.id, permissions, types);
  return {
    site: { id: site.id, name: site.name },
    layers: options.flatMap(({ type, availability }) => (availability === 'ready' ? [type] : [])),
    parts: partsOf(view),
    showsNewest: showsNewest(view, site.id),
    query(parts, date = 'shown') {
      const from = date === 'shown' ? dated : view;
      const fields = [...parts].flatMap((key) => FIELDS[key].map((field) => [field, from[field]] as const));
      return linkText({ ...NOTHING, site: view.site, ...Object.fromEntries(fields) });
    },
  };
}

function partsOf({ layers, section, profile, results, objects, addedLayers }: LinkedView): SharePart[] {
  const screens =
    [VIEWER_MESSAGES['viewer.oneScreen'], VIEWER_MESSAGES['viewer.twoScreens'], VIEWER_MESSAGES['viewer.threeScreens']][
      layers.length - 1
    ] ?? VIEWER_MESSAGES['viewer.oneScreen'];
  const labels = layers.map((id) => modelType(id).label);
  const parts: SharePart[] = [
    { key: 'camera', title: VIEWER_MESSAGES['viewer.cameraAndLayers'], detail: [...labels, screens].join(', ') },
  ];
  const { units } = preferences;
  if (addedLayers.length > 0) {
    const title =
      addedLayers.length === 1
        ? VIEWER_MESSAGES['viewer.oneAddedLayer']
        : formatMessage(VIEWER_MESSAGES['viewer.addedLayers'], { length: addedLayers.length });
    parts.push({ key: 'addedLayers', title, detail: VIEWER_MESSAGES['viewer.fromTheLayersPanel'] });
  }
  if (section) {
    const planes = section.planes.length === 1 ? '1 plane' : `${section.planes.length} planes`;
    parts.push(
      section.box
        ? { key: 'section', title: VIEWER_MESSAGES['viewer.sectionBox'], detail: sizeText(section.box.size, units) }
        : { key: 'section', title: VIEWER_MESSAGES['viewer.section'], detail: planes },
    );
  }
  if (profile) {
    const detail = `${lengthText(profile.thicknessMetres, units)} thick`;
    parts.push({ key: 'profile', title: VIEWER_MESSAGES['viewer.profile'], detail });
  }
  if (Object.values(results).some((text) => text !== null)) parts.push({ key: 'results', ...resultSummary() });
  if (objects) {
    const title =
      objects.ids.length === 1
        ? VIEWER_MESSAGES['viewer.selectedObject']
        : formatMessage(VIEWER_MESSAGES['viewer.selectedObjects'], { length: objects.ids.length });
    parts.push({ key: 'objects', title, detail: cad.label?.text ?? VIEWER_MESSAGES['viewer.projectLayer'] });
  }
  return parts;
}

/** "22.00 × 22.00 × 15.00 m" */
const sizeText = ([east, north, up]: Vec3, units: Units): string =>
  [lengthNumber(east, units), lengthNumber(north, units), lengthText(up, units)].join(' × ');
