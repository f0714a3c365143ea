import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Vec3 } from '@overlook/shared/maths';
import type { Feature, StagePartProps } from '../../../parts/feature.ts';
import { useCommand } from '../../../state/commands.ts';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import { preferences } from '../../../state/preferences.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { bookmarkNow } from '../../../state/stage-view.ts';
import { mocFormPath } from './moc-form-path.ts';
import { MocForms } from './moc-forms.tsx';
import { showMocMarks } from './show-moc-marks.ts';
import { useLiveMocs } from './use-live-mocs.ts';
import { openMocs, useMocClicks } from './use-moc-marks.ts';

/** Without the code of forms the form itself says that it could not be loaded. */
async function startMoc(pointEcef: Vec3, userId: number): Promise<void> {
  const { selectedSiteId: siteId } = preferences;
  const bookmark = bookmarkNow();
  if (siteId === null) return;
  const form = await import('./form/start-moc.ts').catch(() => null);
  form?.startMocAt({ userId, siteId, pointEcef, bookmark });
  navigate(mocFormPath(null));
}

/** Shows the changes of the selected site on all stages, as the server has them. */
function MocsOnStages() {
  const siteId = useSelectedSiteId();
  const isAllowed = useAllowed('MOC:VIEW');
  useEffect(() => (isAllowed && siteId !== null ? showMocMarks(siteId) : undefined), [isAllowed, siteId]);
  useLiveMocs();
  useCommand('startMoc', ({ pointEcef, userId }) => void startMoc(pointEcef, userId));
  return null;
}

function MocClicks({ stage, shown }: StagePartProps) {
  useMocClicks(stage, shown?.site.id ?? null, openMocs);
  return null;
}

export const mocs: Feature = {
  onStage: [{ place: 'over', Part: MocClicks }],
  onPage: [MocsOnStages, MocForms],
};
