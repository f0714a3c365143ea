import { useSnapshot } from 'valtio';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { useLayout } from '../../../ui/use-layout.ts';
import { useShownSite } from './use-stage-site.ts';

/** Whether the captures of the site are shown in time; null where there is nothing to choose. On a phone they wait until they are asked for. */
export function useCapturesSwitch(): { readonly isOn: boolean; set(isOn: boolean): void } | null {
  const { isTimeBarOpen } = useSnapshot(preferences);
  const isPhone = useLayout() === 'phone';
  const shown = useShownSite();
  if (!shown?.captures?.areSeveral) return null;
  return { isOn: isTimeBarOpen ?? !isPhone, set: (isOn) => setPreference('isTimeBarOpen', isOn) };
}
