import { PROFILE_MESSAGES } from '@overlook/shared/messages';
import type { ProfileTool } from '@overlook/engine';
import type { ShownProfile } from '@overlook/embed/links/view-link';
import {
  beginProfile,
  closeProfile,
  noteProfileEnd,
  profile,
  setProfileLine,
  setProfileThickness,
  showProfile,
} from '../../../state/profile.ts';
import { showToast } from '../../../state/toasts.ts';

let isLoading = false;

/** Begins a profile with the picking of its line, or closes the one that is picked or shown. */
export async function toggleProfile(): Promise<void> {
  if (profile.tool) return closeProfile();
  const tool = await makeTool();
  if (tool) beginProfile(tool);
}

/** Shows a section that a link or a Place keeps, in place of the one that is shown. */
export async function openProfile(shown: ShownProfile): Promise<void> {
  const tool = await makeTool();
  if (tool) showProfile(tool, shown);
}

/** Null when it could not be loaded, which is reported, or while another is loading. */
async function makeTool(): Promise<ProfileTool | null> {
  if (isLoading) return null;
  isLoading = true;
  try {
    const engine = await import('@overlook/engine');
    return new engine.ProfileTool({
      onFirst: (aEcef) => noteProfileEnd(aEcef !== null),
      onLine: setProfileLine,
      onThickness: setProfileThickness,
      onCancel: closeProfile,
    });
  } catch (error) {
    console.warn('The profile could not be loaded.', error);
    showToast(PROFILE_MESSAGES['profile.loadFailed'], 'error');
    return null;
  } finally {
    isLoading = false;
  }
}
