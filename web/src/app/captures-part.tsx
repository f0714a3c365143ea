import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useShownSite } from '../features/viewer/stage/use-stage-site.ts';
import { lazyPart } from '../parts/lazy-part/lazy-part.tsx';
import { noCaptures, setCaptures, useMoments } from '../state/moments.ts';
import { opening } from '../state/stage.ts';

interface SitePartProps {
  siteId: number;
}

function WithoutCaptures({ siteId }: SitePartProps) {
  useEffect(() => setCaptures(noCaptures(siteId)), [siteId]);
  return null;
}

const SiteCapturesPart = lazyPart<SitePartProps>(
  async () => (await import('../features/viewer/time/captures-part.tsx')).SiteCapturesPart,
  { FailureFrame: WithoutCaptures },
);

/** Asks for the captures of the site after its first picture, which does not need them; before it where a moment was chosen. */
export function CapturesPart() {
  const siteId = useShownSite()?.site.id ?? null;
  const { isAwaited } = useSnapshot(opening);
  const { screens, second } = useMoments(siteId);
  const isChosen = [...screens, second].some((moment) => moment !== null);
  return siteId !== null && (isChosen || !isAwaited) && <SiteCapturesPart key={siteId} siteId={siteId} />;
}
