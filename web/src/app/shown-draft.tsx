import { draftIdOf } from '@overlook/embed/links/moment';
import { useShownSite } from '../features/viewer/stage/use-stage-site.ts';
import { lazyPart } from '../parts/lazy-part/lazy-part.tsx';

const DraftBar = lazyPart(async () => (await import('../features/viewer/time/draft-bar.tsx')).DraftBar, {
  isSilent: true,
});

/** Says that the active screen shows a draft. */
export function ShownDraft() {
  const shown = useShownSite();
  const { site, capture, moment = null } = shown ?? {};
  return site && capture && draftIdOf(moment) === capture.id && <DraftBar siteId={site.id} date={capture.date} />;
}
