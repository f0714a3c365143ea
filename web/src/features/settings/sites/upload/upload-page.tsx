import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  formatMessage,
  MANAGE_SITES_MESSAGES,
  SETTINGS_MESSAGES,
  UPLOAD_PAGE_MESSAGES,
} from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';
import { procedures } from '../../../../api/queries.ts';
import { LoadedPage } from '../../../../ui/page/loaded-page.tsx';
import { Page } from '../../../../ui/page/page.tsx';
import { UploadList } from './list/upload-list.tsx';
import { useUploads } from './list/use-uploads.ts';
import { DropZone } from './plan/drop-zone.tsx';
import { PartInspector } from './plan/part-inspector.tsx';
import { PartTable } from './plan/part-table.tsx';
import { PlanFoot } from './plan/plan-foot.tsx';
import { correctionOf, NO_OPTIONS } from './plan/plan-options.ts';
import { takeDrop } from './plan/pending-drop.ts';
import { PlanNotes } from './plan/plan-notes.tsx';
import { useDropped } from './plan/use-dropped.ts';
import { usePlan } from './plan/use-plan.ts';
import css from './plan/plan.module.css';

/** Adds data to the site with this id: the plan before anything is sent, and the deliveries of the site. */
export function UploadPage({ id }: { id: number | null }) {
  const siteId = id ?? 0;
  const query = useQuery(
    procedures.managedSites.get.queryOptions(
      { siteId },
      { staleTime: 0, meta: { failureText: MANAGE_SITES_MESSAGES['manageSites.fetchFailed'] } },
    ),
  );
  return (
    <LoadedPage
      title={SETTINGS_MESSAGES['settings.addData']}
      query={query}
      failedTitle={MANAGE_SITES_MESSAGES['manageSites.fetchFailed']}
    >
      {({ site }) => <SiteUpload key={site.id} site={site} />}
    </LoadedPage>
  );
}

function SiteUpload({ site }: { site: ManagedSite }) {
  const { query, listed, spaceBytes } = useUploads(site.id);
  // The capture of this date is corrected.
  const [start] = useState(() => {
    const corrected = new URLSearchParams(location.search).get('captured');
    return corrected === null ? NO_OPTIONS : correctionOf(corrected);
  });
  const plan = usePlan(site, spaceBytes, start);
  const { found, add } = plan.selection;
  const { isOver, handlers } = useDropped((added) => void add(added));
  const folderInput = useRef<HTMLInputElement>(null);
  const addDropped = useEffectEvent(() => {
    const dropped = takeDrop(site.id);
    if (dropped) void add(dropped);
  });
  useEffect(() => addDropped(), []);
  const hasPhotos = plan.planned.some(({ isChosen, layer }) => isChosen && layer === 'photos');
  return (
    <Page title={formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.title'], { site: site.name })} isFlush>
      <div className={css.page} data-over={isOver} {...handlers}>
        <PlanParts plan={plan} isOver={isOver} folderInput={folderInput} />
        {plan.selected && (
          <PartInspector
            key={plan.selected.part.id}
            planned={plan.selected}
            site={site}
            hasPhotos={hasPhotos}
            values={plan.values}
            defaults={plan.defaults}
            errors={plan.errors}
            onChange={plan.change}
            onChoose={(choice) => plan.choose(plan.selected!.part.id, choice)}
          />
        )}
        <div className={css.deliveries}>
          <UploadList query={query} listed={listed} onChooseAgain={() => folderInput.current?.click()} />
        </div>
      </div>
      {found && (
        <PlanFoot
          planned={plan.planned}
          spaceBytes={spaceBytes}
          workS={plan.workS}
          problem={plan.problem}
          failure={plan.failure}
          isBusy={plan.isStarting}
          onStart={plan.start}
        />
      )}
    </Page>
  );
}

interface PlanPartsProps {
  plan: ReturnType<typeof usePlan>;
  /** Files are held over the page. */
  isOver: boolean;
  folderInput: RefObject<HTMLInputElement | null>;
}

/** The files that are chosen, the parts that were recognised in them, and what is to be known of these. */
function PlanParts({ plan, isOver, folderInput }: PlanPartsProps) {
  const { found, count, hasFailed, add, clear } = plan.selection;
  return (
    <div className={css.main}>
      <DropZone
        found={found}
        count={count}
        hasFailed={hasFailed}
        isOver={isOver}
        folderInput={folderInput}
        onAdd={(added) => void add(added)}
        onClear={clear}
      />
      {found && (
        <>
          <h3 className={css.heading}>
            {formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.recognised'], {
              count: found.parts.filter(({ layers }) => layers.length > 0).length,
              all: found.parts.length,
            })}
          </h3>
          <PartTable
            planned={plan.planned}
            selectedId={plan.selected?.part.id ?? null}
            onSelect={plan.select}
            onCheck={(partId, isChosen) => plan.choose(partId, { isChosen })}
          />
          <PlanNotes planned={plan.planned} leftOut={{ ...found.leftOut, unread: found.unread }} />
        </>
      )}
    </div>
  );
}
