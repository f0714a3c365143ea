import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { signInAddress } from '../features/auth/sign-in-address.ts';
import { leaving } from '../state/leaving.ts';
import { watchOtherWindows } from '../state/preferences.ts';
import { useHasSession } from '../state/session.ts';
import { Announcer } from '../ui/announcer.tsx';
import { toasts } from '../state/toasts.ts';
import { TooltipLayer } from '../ui/tooltip/tooltip-layer.tsx';
import { lazyPart } from '../parts/lazy-part/lazy-part.tsx';
import { whenIdle } from '../ui/when-idle.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Splash } from './splash.tsx';

const WholePage = ({ children }: { children: ReactNode }) => <Splash>{children}</Splash>;

// This module has all sentences of the product: they are too large for the first paint, and needed first when the
// server cannot be reached. So it is loaded as soon as the browser is idle, and together with the code for after
// sign-in.
const ToastRegion = lazyPart(async () => (await import('../ui/toast/toast-region.tsx')).ToastRegion, {
  isSilent: true,
});
const loadSignedIn = async () => {
  const [{ SignedIn, preloadEngine }] = await Promise.all([import('./signed-in.tsx'), ToastRegion.preload()]);
  preloadEngine();
  return SignedIn;
};
const SignedIn = lazyPart(loadSignedIn, { FailureFrame: WholePage });
const SignedOut = lazyPart(async () => (await import('./signed-out.tsx')).SignedOut, { FailureFrame: WholePage });

/** The application. The code for after sign-in is loaded separately, beginning while the password is being checked. */
export function Root() {
  const hasSession = useHasSession();
  const [path] = useLocation();
  const isWanted = hasSession && signInAddress(path) === null;
  const hasUnsaved = useSnapshot(leaving).unsaved > 0;
  const [isSignedIn, setSignedIn] = useState(isWanted);
  // When another window signs in, recovery codes that are shown before sign-in remain until they are saved.
  if (isSignedIn !== isWanted && !(isWanted && hasUnsaved)) setSignedIn(isWanted);
  // After a sign-in, the sign-in page stays until the next one has something to show.
  const [isReady, setReady] = useState(isSignedIn);
  if (isReady && !isSignedIn) setReady(false);
  const onReady = useCallback(() => setReady(true), []);
  const hasToast = useSnapshot(toasts).shown.length > 0;
  useEffect(watchOtherWindows, []);
  useEffect(() => whenIdle(() => void ToastRegion.preload()), []);
  return (
    <ErrorBoundary>
      {isSignedIn && <SignedIn isCovered={!isReady} onReady={onReady} />}
      {!isReady && (
        <div inert={isSignedIn}>
          <SignedOut onSignInStarted={() => void SignedIn.preload()} />
        </div>
      )}
      {hasToast && <ToastRegion />}
      <TooltipLayer />
      <Announcer />
    </ErrorBoundary>
  );
}
