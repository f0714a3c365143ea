import { PLACES_MESSAGES } from '@overlook/shared/messages';
import { isProjectLayer } from '@overlook/shared/config';
import { isAllowed, type PermissionMap } from '@overlook/shared/permissions';
import type { Catalogue } from '../../api/catalogue.ts';
import { selectItems } from '../../features/viewer/cad/select-items.ts';
import { whenAtSite } from '../../features/viewer/stage/when-at-site.ts';
import { cadCapture } from '../../state/cad-capture.ts';
import { cad } from '../../state/cad.ts';
import { capturesOf, whenCaptures } from '../../state/moments.ts';
import { showToast } from '../../state/toasts.ts';
import { LINKED_OBJECTS_AT_MOST, type LinkedObjects } from '@overlook/embed/links/view-link';

/** The address of the capture of a site's Project Layer whose objects are shown, which changes with each version; null without one. */
export function cadPathOf({ modelsBySite }: Catalogue, siteId: number): string | null {
  const shown = capturesOf(siteId) && cadCapture();
  const current = modelsBySite.get(siteId)?.find((model) => isProjectLayer(model.modeltypeId));
  return shown?.url ?? current?.filepath ?? null;
}

/** The folder of a version: `…/<version>/<file>`. */
const versionOf = (path: string | null): string | null => path?.split('/').at(-2) ?? null;

/** The last selected objects in the form of a link; null where none is selected. */
export function linkedObjects(data: Catalogue, siteId: number): LinkedObjects | null {
  const version = versionOf(cadPathOf(data, siteId));
  const ids = cad.selected.slice(-LINKED_OBJECTS_AT_MOST).map(({ id }) => id);
  return version === null || ids.length === 0 ? null : { version, ids };
}

/**
 * Acts once the shown capture of the Project Layer is known to be the one that objects are of: at a past date it is only known after
 * the captures of the site. Shows a message where it is another one.
 */
export function whenObjectsShown(
  siteId: number,
  data: Catalogue,
  isOfObjects: (path: string | null) => boolean,
  act: () => void,
): void {
  const areShown = () => isOfObjects(cadPathOf(data, siteId));
  if (areShown()) return whenAtSite(siteId, act);
  whenCaptures(siteId, () =>
    areShown() ? whenAtSite(siteId, act) : showToast(PLACES_MESSAGES['place.objectsOutdated']),
  );
}

/**
 * Selects the objects of a link once the model has loaded; shows a message where the layer has another version now.
 * False where its user may not see them.
 */
export function showLinkedObjects(
  siteId: number,
  { version, ids }: LinkedObjects,
  data: Catalogue,
  permissions: PermissionMap,
): boolean {
  if (!isAllowed(permissions, siteId, 'VIEW:CAD')) return false;
  const items = ids.map((id) => ({ id }));
  const isOfObjects = (path: string | null) => versionOf(path) === version;
  whenObjectsShown(siteId, data, isOfObjects, () => void selectItems(siteId, items));
  return true;
}
