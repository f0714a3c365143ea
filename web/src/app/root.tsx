import { lazy, Suspense, useEffect } from 'react';
import { watchOtherWindows } from '../state/preferences.ts';
import { useHasSession } from '../state/session.ts';
import { Announcer } from '../ui/announcer.tsx';
import { ToastRegion } from '../ui/toast/toast-region.tsx';
import { TooltipLayer } from '../ui/tooltip/tooltip-layer.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

const loadSignedIn = () => import('./signed-in.tsx');
const SignedIn = lazy(async () => ({ default: (await loadSignedIn()).SignedIn }));
const SignedOut = lazy(async () => ({ default: (await import('./signed-out.tsx')).SignedOut }));

/** The application: what is behind sign-in is a separate load, which begins while the password is being checked. */
export function Root() {
  const hasSession = useHasSession();
  useEffect(watchOtherWindows, []);
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        {hasSession ? <SignedIn /> : <SignedOut onSignInStarted={() => void loadSignedIn()} />}
      </Suspense>
      <ToastRegion />
      <TooltipLayer />
      <Announcer />
    </ErrorBoundary>
  );
}
