import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Vec3 } from '@overlook/shared/maths';
import type { Site } from '@overlook/shared/schemas';
import { siteToShow, useCatalogue } from '../../../api/catalogue.ts';
import { usePointcloud } from '../../../api/exports.ts';
import type { SectionBox, Stage } from '@overlook/engine';
import { exportDraft, keepExportBox, leaveExportDraft, openExportDraft, placeExportBox } from './export-draft.ts';
import { boxAt, homeFocus, findSeenPoint } from './new-box.ts';
import { screens } from '../../../state/screens.ts';
import { siteToStage } from '@overlook/embed/site/site-to-stage';
import {
  closeSection,
  section,
  setBoxOutside,
  setSectionInPanel,
  setSectionVolume,
  toggleSection,
} from '../../../state/section.ts';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import { useAllowed, useSignedIn } from '../../../state/session-context.tsx';
import { stageChoices } from '../../../state/stage.ts';
import { useLayout } from '../../../ui/use-layout.ts';
import { PHONE_SPOT } from '../../../parts/phone-spot.ts';
import { onLeavingPage } from '../../../ui/on-leaving-page.ts';

/** The box is stored when it has not moved for this long, milliseconds. */
const KEPT_AFTER_MS = 250;

/**
 * While PointGrab is open, the section box of the stage is the box of the next export. It is not a part of the panel,
 * because a phone's sheet is hidden while one looks at the model. It is not shown for a site without a cloud.
 */
export function ExportBox({ isPanelOpen }: { isPanelOpen: boolean }) {
  const { data } = useCatalogue();
  const siteId = useSelectedSiteId();
  const mayCreate = useAllowed('POINTGRAB:CREATE');
  const site = (data && siteToShow(data, siteId)) ?? null;
  const { data: cloud } = usePointcloud(isPanelOpen && mayCreate ? (site?.slug ?? null) : null, null);
  return isPanelOpen && mayCreate && site && cloud ? <PlacedBox key={site.id} site={site} /> : null;
}

function PlacedBox({ site }: { site: Site }) {
  const { id: userId, email: notifyEmail, data } = useSignedIn().user;
  const notify = data.subscriptions.pointGrabEmail;
  const { id: siteId } = site;
  useEffect(() => {
    const wasOpen = section.isOpen;
    openExportDraft({ userId, siteId, notice: { notify, notifyEmail } });
    setSectionInPanel(true);
    if (!wasOpen) toggleSection();
    // A shown box becomes that of the export. Without one, the code below places it once the model has loaded.
    const box = section.volume?.box;
    if (box) placeExportBox(box);
    const stopKeeping = keepBox();
    return () => {
      stopKeeping();
      setSectionInPanel(false);
      leaveExportDraft();
      if (!wasOpen) closeSection();
    };
  }, [userId, siteId, notify, notifyEmail]);
  usePlacing(site);
  return null;
}

/** Keeps the box of the stage as that of the draft. Returns a function that ends this. */
function keepBox(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const box = section.volume?.box;
    if (box) keepExportBox(box);
  };
  const keepNow = () => timer !== undefined && keep();
  const undo = [
    subscribeKey(section, 'volume', () => {
      clearTimeout(timer);
      timer = setTimeout(keep, KEPT_AFTER_MS);
    }),
    onLeavingPage(keepNow),
  ];
  return () => {
    for (const step of undo) step();
    keepNow();
  };
}

/**
 * Places a box if there is none: at its earlier place, else at the middle of the view, else where the home view looks.
 * Outside of such a box the model is darkened instead of cut: from the home view, a cut to a few metres would leave
 * almost nothing visible.
 */
function usePlacing(site: Site): void {
  const { isOpen, volume } = useSnapshot(section);
  const { active } = useSnapshot(stageChoices);
  const screen = useSnapshot(screens)[active];
  const isWanted = isOpen && !volume?.box;
  const isThere = screen?.siteId === site.id && !screen.isArriving;
  const isFailed = screen?.status === 'noWebgl' || screen?.status === 'failed';
  const isSettled = isFailed || (isThere && screen.progress?.settled === true);
  const stage = isThere ? (screen.stage as Stage | null) : null;
  const spot = useLayout() === 'phone' ? PHONE_SPOT : undefined;
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const place = (box: SectionBox) => {
      placeExportBox(box);
      setBoxOutside('dimmed');
      setSectionVolume({ box, planes: section.volume?.planes ?? [] });
    };
    const placeAt = (seen: Vec3 | null) => {
      const point = seen ?? (isSettled ? homeOf(site) : null);
      if (isCurrent && point) place(boxAt(point));
    };
    const kept = exportDraft.draft?.box;
    if (kept) place(kept);
    else if (stage) findSeenPoint(stage, placeAt, spot);
    else placeAt(null);
    return () => {
      isCurrent = false;
    };
  }, [isWanted, stage, spot, isSettled, site]);
}

function homeOf(site: Site): Vec3 | null {
  const home = siteToStage(site, []);
  return home && homeFocus(home.origin, home.homePose);
}
