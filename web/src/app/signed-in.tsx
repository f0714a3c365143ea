import '../styles/stage.css';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { APP_MESSAGES } from '@overlook/shared/messages';
import { failureOf, sentenceOf } from '../api/failure.ts';
import { prefetchCatalogue } from '../api/catalogue.ts';
import { startKeeping, watchKeptModels } from '../api/kept-models.ts';
import { procedures, queryClient } from '../api/queries.ts';
import { requestEarly } from '../features/viewer/stage/early/early-files.ts';
import { SessionProvider } from '../state/session-context.tsx';
import { type KeyboardWithLayout, learnKeyboard } from '../ui/learn-keyboard.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { ErrorState } from '../ui/status/state-message.tsx';
import { BeforeAcceptance } from './before-acceptance.tsx';
import { watchConnection } from './connection-watch.ts';
import { resetSession } from './reset-session.ts';
import { readViewLink } from '@overlook/embed/links/view-link';
import { MAIN_VIEW } from './main-view.ts';
import { Shell } from './shell.tsx';
import { Splash } from './splash.tsx';
import { readerFile } from '@overlook/engine/reader-file';

/** Loaded while the password is being checked, as this module is. */
export { preloadEngine } from '../features/viewer/stage/open-stage.ts';

/** Clears the data of the earlier session, and starts to load the data that the new one needs first. */
function beginAnew(): void {
  queryClient.clear();
  resetSession();
  prefetchCatalogue();
  requestFirstView();
}

/** What reads tiles, and the first tiles. Which view a Place opens is not known before it is read. */
function requestFirstView(): void {
  requestReader();
  if (location.pathname.startsWith('/bookmark/')) return;
  const isMain = location.pathname === MAIN_VIEW.path;
  void requestEarly((isMain && readViewLink(new URLSearchParams(location.search))?.view) || null);
}

interface SignedInProps {
  /** The sign-in page is still shown: nothing takes its place before there is something to show. */
  isCovered: boolean;
  /** There is. */
  onReady: () => void;
}

/** Everything behind sign-in. */
export function SignedIn(props: SignedInProps) {
  useState(beginAnew);
  useEffect(() => watchConnection(queryClient), []);
  useEffect(watchKeptModels, []);
  useEffect(() => void learnKeyboard((navigator as { keyboard?: KeyboardWithLayout }).keyboard), []);
  useEffect(() => whenIdle(() => void startKeeping()), []);
  return (
    <QueryClientProvider client={queryClient}>
      <CheckedSession {...props} />
    </QueryClientProvider>
  );
}

function CheckedSession({ isCovered, onReady }: SignedInProps) {
  const check = useQuery(procedures.auth.check.queryOptions());
  useLayoutEffect(() => {
    if (!check.isPending) onReady();
  }, [check.isPending, onReady]);
  if (check.data) {
    // Until then the server refuses everything else.
    if (!check.data.user.data.agreedToDisclaimer) return <BeforeAcceptance />;
    return (
      <SessionProvider session={check.data}>
        <Shell />
      </SessionProvider>
    );
  }
  if (check.isError) {
    return (
      <Splash>
        <ErrorState
          icon={CloudOff}
          title={APP_MESSAGES['app.checkFailed']}
          reason={sentenceOf(failureOf(check.error))}
          isRetrying={check.isFetching}
          onRetry={() => void check.refetch()}
        />
      </Splash>
    );
  }
  return isCovered ? null : <Splash />;
}

/**
 * Requests the worker that reads tiles before any tile: the engine would request it behind them. If it is being loaded since the sign-in
 * page, with low priority, it is raised. The browser's cache has it when the engine starts it; a failure is reported then.
 */
function requestReader(): void {
  fetch(readerFile, { mode: 'same-origin', priority: 'high' }).then(
    (answer) => answer.arrayBuffer(),
    () => null,
  );
}
