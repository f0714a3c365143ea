import { VIEWER_MESSAGES } from '@overlook/shared/messages';
import { mocFormAt } from '../features/viewer/mocs/moc-form-path.ts';
import type { ScreenPart } from '../parts/feature.ts';
import { PLACES, SCREENS, SETTINGS } from './features.tsx';
import { settingsPageFor } from './settings/settings-pages.ts';

/** The screen of an address; its title may be that of a form or a page. */
export type Route = Pick<ScreenPart, 'path' | 'title' | 'place' | 'screen' | 'tokens' | 'isRoomy'>;

/** The route of an address, or null for the main view and for addresses that lead nowhere. */
export function routeFor(path: string): Route | null {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const screen = SCREENS.find((candidate) => candidate.path === plain);
  if (screen) return screen;
  const mocForm = mocFormAt(plain);
  if (mocForm)
    return {
      ...PLACES,
      title: mocForm.mocId === null ? VIEWER_MESSAGES['viewer.addMoc'] : VIEWER_MESSAGES['viewer.editMoc'],
    };
  const settings = settingsPageFor(plain);
  return settings && { ...SETTINGS, path: plain, title: settings.page.title };
}
