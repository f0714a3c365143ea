import { lazy, Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { signInAddress } from '../features/auth/sign-in-address.ts';
import { watchOtherWindows } from '../state/preferences.ts';
import { useHasSession } from '../state/session.ts';
import { Announcer } from '../ui/announcer.tsx';
import { toasts } from '../ui/toast/toasts.ts';
import { TooltipLayer } from '../ui/tooltip/tooltip-layer.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

// With every sentence of the product: not needed before the first of them is shown.
const ToastRegion = lazy(async () => ({ default: (await import('../ui/toast/toast-region.tsx')).ToastRegion }));
const loadSignedIn = () => import('./signed-in.tsx');
const SignedIn = lazy(async () => ({ default: (await loadSignedIn()).SignedIn }));
const SignedOut = lazy(async () => ({ default: (await import('./signed-out.tsx')).SignedOut }));

/** The application: what is behind sign-in is a separate load, which begins while the password is being checked. */
export function Root() {
  const hasSession = useHasSession();
  const [path] = useLocation();
  const isSignedIn = hasSession && signInAddress(path) === null;
  const hasToast = useSnapshot(toasts).shown.length > 0;
  useEffect(watchOtherWindows, []);
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        {isSignedIn ? <SignedIn /> : <SignedOut onSignInStarted={() => void loadSignedIn()} />}
      </Suspense>
      <Suspense fallback={null}>{hasToast && <ToastRegion />}</Suspense>
      <TooltipLayer />
      <Announcer />
    </ErrorBoundary>
  );
}
