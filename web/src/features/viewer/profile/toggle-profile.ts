import {
  beginProfile,
  closeProfile,
  noteProfileEnd,
  profile,
  setProfileLine,
  setProfileThickness,
} from '../../../state/profile.ts';
import { showToast } from '../../../state/toasts.ts';

let isLoading = false;

/** Begins a profile with the picking of its line, or closes the one that is picked or shown. */
export async function toggleProfile(): Promise<void> {
  if (profile.tool) return closeProfile();
  if (isLoading) return;
  isLoading = true;
  try {
    const { ProfileTool } = await import('../../../engine/index.ts');
    const tool = new ProfileTool({
      onFirst: (aEcef) => noteProfileEnd(aEcef !== null),
      onLine: setProfileLine,
      onThickness: setProfileThickness,
      onCancel: closeProfile,
    });
    beginProfile(tool);
  } catch (error) {
    console.warn('The profile could not be loaded.', error);
    showToast('profile.loadFailed', 'error');
  } finally {
    isLoading = false;
  }
}
