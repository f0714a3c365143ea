import { PROFILE_MESSAGES } from '@overlook/shared/messages';
import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { usePointCloud } from '../api/point-cloud.ts';
import type { ProfileLine } from '@overlook/engine';
import { loadEngine } from '../features/viewer/profile/engine.ts';
import { toggleProfile } from '../features/viewer/profile/toggle-profile.ts';
import { lazyPart } from '../parts/lazy-part/lazy-part.tsx';
import { useCommand } from '../state/commands.ts';
import { preferences } from '../state/preferences.ts';
import { closeProfile, profile } from '../state/profile.ts';
import { showToast } from '../state/toasts.ts';

const ProfilePart = lazyPart(async () => {
  await loadEngine();
  return (await import('./profile-part.tsx')).ProfilePart;
});

/** The shown section, for its place in the layout; null for none. Also handles the key for a profile. */
export function useProfile(): ReactNode {
  const { line } = useSnapshot(profile);
  const cloud = usePointCloud();
  useCommand('toggleProfile', () => {
    if (!cloud) showToast(PROFILE_MESSAGES['profile.noCloud']);
    else void toggleProfile();
  });
  // A line at one site has no meaning at another.
  useEffect(() => subscribeKey(preferences, 'selectedSiteId', (id) => id !== profile.siteId && closeProfile()), []);
  if (!line || !cloud) return null;
  return <ProfilePart key={cloud.url} {...cloud} line={line as ProfileLine} />;
}
