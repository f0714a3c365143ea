import { CloudOff, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { areasText, MOCS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { MocState } from '@overlook/shared/config';
import type { MocSummary } from '../../../api/moc-list.ts';
import { leaveCard, mocs, openMoc, pointAtMocs } from '../../../state/mocs.ts';
import { preferences, setMocHidden } from '../../../state/preferences.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import css from './mocs-list.module.css';
import { useMoc } from '../../../api/mocs.ts';
import { SkeletonList } from '../../../ui/status/skeleton.tsx';
import { ErrorState } from '../../../ui/status/state-message.tsx';
import { MocDetails } from './moc-details.tsx';
import { SkeletonRow } from './skeleton-row.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { MOC_STATE_LOOKS } from './moc-states.ts';

interface MocRowProps {
  moc: MocSummary;
  /** Its index, and the number of rows in the list; `topPx` is given for a row outside the view that stays mounted. */
  place: { row: number; count: number; topPx?: number | undefined };
  isOpen: boolean;
  /** The Tab key stops at it. */
  isStop: boolean;
  onFocus: () => void;
  /** Height of its details, CSS pixels; 0 when they close. */
  onDetailsHeight: (px: number) => void;
}

/** One change: its name, its state, and while it is open its content. */
export function MocRow({ moc, place, isOpen, isStop, onFocus, onDetailsHeight }: MocRowProps) {
  const detailsId = useId();
  const [detailsPx, setDetailsPx] = useState(0);
  const { pointedIds } = useSnapshot(mocs);
  const { areMocsShown, hiddenMocs } = useSnapshot(preferences);
  const isHidden = hiddenMocs.includes(moc.id);
  return (
    <li
      className={css.row}
      data-row={place.row}
      data-extra-px={isOpen ? detailsPx : 0}
      data-state={moc.state}
      data-open={isOpen}
      data-pointed={pointedIds.includes(moc.id)}
      data-kept={place.topPx !== undefined}
      style={{ top: place.topPx }}
      aria-posinset={place.row + 1}
      aria-setsize={place.count}
      onPointerEnter={() => pointAtMocs([moc.id])}
      onPointerLeave={() => pointAtMocs([])}
      onFocus={() => pointAtMocs([moc.id])}
      onBlur={() => pointAtMocs([])}
    >
      <button
        type="button"
        data-head
        className={css.head}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        tabIndex={isStop ? 0 : -1}
        onFocus={onFocus}
        onClick={() => goTo(isOpen ? null : moc.id)}
      >
        <span className={css.name}>{moc.name}</span>
        <span className={css.facts}>
          <MocStateTag state={moc.state} />
          <span className={css.number}>{moc.documentNumber}</span>
          <span className={css.areas}>{areasText(moc.areaCount)}</span>
        </span>
      </button>
      <IconButton
        icon={isHidden || !areMocsShown ? EyeOff : Eye}
        label={isHidden ? MOCS_MESSAGES['moc.show'] : MOCS_MESSAGES['moc.hide']}
        aria-label={formatMessage(isHidden ? MOCS_MESSAGES['moc.showNamed'] : MOCS_MESSAGES['moc.hideNamed'], {
          name: moc.name,
        })}
        size="s"
        className={css.eye}
        tabIndex={isStop ? 0 : -1}
        disabled={!areMocsShown}
        onClick={() => setMocHidden(moc.id, !isHidden)}
      />
      {isOpen && (
        <Measured
          id={detailsId}
          onHeight={(px) => {
            setDetailsPx(px);
            onDetailsHeight(px);
          }}
        >
          <LoadedDetails place={{ siteId: moc.siteID, id: moc.id }} />
        </Measured>
      )}
    </li>
  );
}

const goTo = (mocId: number | null): void => leaveCard(mocId, () => openMoc(mocId));

interface MeasuredProps {
  id: string;
  onHeight: (px: number) => void;
  children: ReactNode;
}

/** Reports the height of its content at each change. */
function Measured({ id, onHeight, children }: MeasuredProps) {
  const box = useRef<HTMLDivElement>(null);
  const report = useRef(onHeight);
  useEffect(() => void (report.current = onHeight));
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => report.current(element.offsetHeight));
    observer.observe(element);
    return () => {
      observer.disconnect();
      report.current(0);
    };
  }, []);
  return (
    <div ref={box} id={id} className={css.details}>
      {children}
    </div>
  );
}

/** What belongs to a change, which is read when its card opens: the list has only what its rows show. */
function LoadedDetails({ place }: { place: { siteId: number; id: number } }) {
  const { data, isError, isFetching, refetch } = useMoc(place);
  if (data) return <MocDetails moc={data} />;
  if (!isError) return <SkeletonList label={MOCS_MESSAGES['moc.loadingMoc']} count={2} row={SkeletonRow} />;
  return (
    <ErrorState
      icon={CloudOff}
      title={MOCS_MESSAGES['mocs.fetchFailed']}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

/** The state of a change as colour, icon and word. */
function MocStateTag({ state }: { state: MocState }) {
  const { label, icon } = MOC_STATE_LOOKS[state];
  return (
    <Tag icon={icon} tone={state}>
      {label}
    </Tag>
  );
}
