import { Image, PackageOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dateText } from '@overlook/shared/format';
import { openingText, pictureDateText, STAGE_MESSAGES } from '@overlook/shared/messages';
import { type ReadPicture, readPicture, siteAvatarUrl } from '../../../api/site-avatar.ts';
import { OpeningGround } from '../../../parts/opening-ground.tsx';
import { SiteAvatar } from '../../../ui/site-avatar.tsx';
import { ErrorState } from '../../../ui/status/state-message.tsx';
import { Spinner } from '../../../ui/status/spinner.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import { takeEarlyPicture } from './early/early-files.ts';
import { retryFailed } from './stage-progress.ts';
import { useHasOpeningFailed, useIsOpening } from './use-is-opening.ts';
import { useShownSite } from './use-stage-site.ts';
import css from './opening-card.module.css';

/**
 * Over a screen until its model can be seen (interface brief §10 "First second"): the site's picture with its date
 * and name in a frame, or that the model could not be loaded. It fades away with the first picture that covers the view.
 */
export function OpeningCard() {
  const isOpening = useIsOpening();
  const site = useShownSite()?.site ?? null;
  const siteName = site?.name ?? null;
  const layout = useLayout();
  const hasFailed = useHasOpeningFailed();
  const picture = usePicture(isOpening && site ? siteAvatarUrl(site) : null);
  return (
    <div className={css.ground} data-gone={!isOpening} data-layout={layout}>
      <OpeningGround url={picture?.url ?? null} siteId={site?.id ?? null} className={css.backdrop} />
      {hasFailed ? (
        <div className={css.card}>
          <ErrorState icon={PackageOpen} title={STAGE_MESSAGES['stage.openFailed']} onRetry={retryFailed} />
        </div>
      ) : (
        <section className={css.card} aria-label={openingText(siteName)} aria-busy={isOpening}>
          <SiteAvatar url={picture?.url ?? null} iconPx={32} className={css.picture} />
          {picture?.takenAt && (
            <p className={css.taken}>
              <Image size={16} strokeWidth={1.75} aria-hidden />
              {pictureDateText(dateText(picture.takenAt))}
            </p>
          )}
          <div className={css.caption}>
            {isOpening && <Spinner />}
            <div className={css.words}>
              <p className={css.name}>{siteName}</p>
              <p className={css.hint}>{STAGE_MESSAGES['stage.opening']}</p>
            </div>
          </div>
        </section>
      )}
    </div>
  );
}

/** The picture at an address with its date; without an address, the last one, for a card that fades away. */
function usePicture(url: string | null): ReadPicture | null {
  const [read, setRead] = useState<{ of: string; picture: ReadPicture } | null>(null);
  useEffect(() => {
    if (url === null) return;
    const reading = new AbortController();
    void (async () => {
      const picture = await (takeEarlyPicture(url) ?? readPicture(url, reading.signal));
      if (picture && reading.signal.aborted) URL.revokeObjectURL(picture.url);
      else setRead(picture && { of: url, picture });
    })();
    return () => reading.abort();
  }, [url]);
  useEffect(() => () => void (read && URL.revokeObjectURL(read.picture.url)), [read]);
  return url === null || read?.of === url ? (read?.picture ?? null) : null;
}
