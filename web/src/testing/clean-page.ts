/**
 * The page that all files of a worker share begins each file as a person's first page does, and has nothing of a test on it
 * after that test.
 */
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { queryClient } from '../api/queries.ts';
import { resetSession } from '../app/reset-session.ts';
import { cancelAllUploads } from '../features/viewer/mocs/form/uploads.ts';
import { loadPreferences } from '../state/preferences.ts';
import { resetScreen, screens } from '../state/screens.ts';
import { dismissToast, toasts } from '../state/toasts.ts';

// The storage is empty by now.
loadPreferences();
resetSession();
// Stages that an earlier file has opened answer only what that file asks.
screens.forEach((_, index) => resetScreen(index));
cancelAllUploads();

afterEach(() => {
  cleanup();
  queryClient.clear();
  for (const { id } of toasts.shown) dismissToast(id);
  vi.unstubAllGlobals();
});
