import { useSnapshot } from 'valtio';
import { command } from './commands.ts';
import { resetLevels } from './levels.ts';
import { preferences, setPreference } from './preferences.ts';
import { resetPointChoices } from './point-colors.ts';
import { resetSection } from './section.ts';

/** Selects a site and flies to its home view (specification §2 "/sites"). */
export function selectSite(siteId: number): void {
  if (siteId !== preferences.selectedSiteId) {
    // Section and slice of one site would hide all of another.
    resetSection();
    resetLevels();
    // Heights and classes of one cloud have no meaning for another.
    resetPointChoices();
  }
  setPreference('selectedSiteId', siteId);
  command('flyHome');
}

/** The site chosen last in this browser, or null. It may no longer be visible to the user. */
export function useSelectedSiteId(): number | null {
  return useSnapshot(preferences).selectedSiteId;
}
