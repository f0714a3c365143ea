import { useQuery } from '@tanstack/react-query';
import { CloudOff, Layers } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { PLACING_MESSAGES, VIEWER_MESSAGES } from '@overlook/shared/messages';
import type { Capture } from '@overlook/shared/schemas';
import { useCaptures } from '../../../api/captures.ts';
import type { ScreenProps } from '../../../parts/feature.ts';
import { showMoments, momentsAt } from '../../../state/moments.ts';
import { choosePlaced, placing } from '../../../state/placing.ts';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import { setLayer, stageChoices } from '../../../state/stage.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton, SkeletonList } from '../../../ui/status/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/status/state-message.tsx';
import { neighbourOf } from './neighbour.ts';
import { placedName } from './placed-name.ts';
import { PlacingPanel } from './placing-panel.tsx';
import { loadPlaceStart } from './use-place-tool.ts';
import css from './placing.module.css';

/** Placing a capture of the selected site by hand. */
export function PlacingScreen({ onClose }: ScreenProps) {
  const siteId = useSelectedSiteId();
  return siteId === null ? (
    <Panel title={VIEWER_MESSAGES['viewer.placing']} onClose={onClose}>
      <NoCaptures />
    </Panel>
  ) : (
    <SitePlacing key={siteId} siteId={siteId} onClose={onClose} />
  );
}

const NoCaptures = () => (
  <EmptyState icon={Layers} title={PLACING_MESSAGES['placing.none']} hint={PLACING_MESSAGES['placing.noneHint']} />
);

const SkeletonRow = () => <Skeleton className={css.choice} />;

function SitePlacing({ siteId, onClose }: { siteId: number; onClose: () => void }) {
  const { captureId } = useSnapshot(placing);
  const { data, isError, refetch, isFetching } = useCaptures(siteId);
  const capture = data?.find(({ id }) => id === captureId);
  useEffect(() => () => choosePlaced(null), []);
  if (data && capture)
    return <OnePlacing key={capture.id} siteId={siteId} capture={capture} captures={data} onClose={onClose} />;
  return (
    <Panel title={VIEWER_MESSAGES['viewer.placing']} onClose={onClose}>
      {isError && (
        <ErrorState
          icon={CloudOff}
          title={PLACING_MESSAGES['placing.unread']}
          isRetrying={isFetching}
          onRetry={refetch}
        />
      )}
      {!data && !isError && <SkeletonList label={PLACING_MESSAGES['placing.loading']} count={4} row={SkeletonRow} />}
      {data && (data.length === 0 ? <NoCaptures /> : <CaptureList captures={data} />)}
    </Panel>
  );
}

/** Drafts first, then the newest. */
function CaptureList({ captures }: { captures: readonly Capture[] }) {
  const rank = ({ publishedAt }: Capture) => (publishedAt === null ? 0 : 1);
  const sorted = captures.toSorted((a, b) => rank(a) - rank(b) || b.takenOn.localeCompare(a.takenOn));
  return (
    <section className={css.part} aria-label={PLACING_MESSAGES['placing.choose']}>
      <h2 className={css.title}>{PLACING_MESSAGES['placing.choose']}</h2>
      <ul className={css.list}>
        {sorted.map((capture) => (
          <li key={capture.id}>
            <button type="button" className={css.choice} onClick={() => choosePlaced(capture.id)}>
              <span>{placedName(capture)}</span>
              {capture.publishedAt === null && <span className={css.draft}>{PLACING_MESSAGES['placing.draft']}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OneProps {
  siteId: number;
  capture: Capture;
  captures: readonly Capture[];
  onClose: () => void;
}

function OnePlacing({ siteId, capture, captures, onClose }: OneProps) {
  const neighbour = neighbourOf(capture, captures);
  const {
    data: start,
    isError,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: ['placing', capture.id],
    queryFn: loadPlaceStart,
    gcTime: 0,
    staleTime: Infinity,
  });
  // Before, the pivot is looked for on what the stage shows.
  useNeighbourOnStage(siteId, start ? neighbour : null);
  const isDraft = capture.publishedAt === null;
  const title = isDraft ? VIEWER_MESSAGES['viewer.placing'] : PLACING_MESSAGES['placing.titlePublished'];
  if (start) return <PlacingPanel {...{ capture, neighbour, title, onClose }} start={start} />;
  return (
    <Panel title={title} onClose={onClose}>
      {isError ? (
        <ErrorState
          icon={CloudOff}
          title={PLACING_MESSAGES['placing.unread']}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonList label={PLACING_MESSAGES['placing.loading']} count={4} row={SkeletonRow} />
      )}
    </Panel>
  );
}

/** Shows the neighbour on the active screen, and afterwards again what was there. */
function useNeighbourOnStage(siteId: number, neighbour: Capture | null): void {
  const { modeltypeId, takenOn, isCurrent } = neighbour ?? {};
  useEffect(() => {
    if (modeltypeId === undefined) return undefined;
    const { active, layers } = stageChoices;
    const { screens, second } = momentsAt(siteId);
    const before = layers[active] ?? null;
    setLayer(active, modeltypeId);
    const moment = isCurrent ? null : (takenOn ?? null);
    showMoments(siteId, screens.with(active, moment), second);
    return () => {
      setLayer(active, before);
      showMoments(siteId, screens, second);
    };
  }, [siteId, modeltypeId, takenOn, isCurrent]);
}
