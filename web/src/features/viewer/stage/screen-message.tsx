import { Building2, MapPinOff, MonitorX, PackageOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { STAGE_MESSAGES, SITES_MESSAGES } from '@overlook/shared/messages';
import { useCatalogue } from '../../../api/catalogue.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/status/state-message.tsx';
import { useScreen } from './screen-context.ts';
import { siteToStage } from '@overlook/embed/site/site-to-stage';
import { useShownSite } from './use-stage-site.ts';
import css from './screen-message.module.css';

/** Shown in place of a model that cannot be shown: the reason, and a remedy. Nothing while a model is shown. */
export function ScreenMessage() {
  const { status, failure } = useScreen();
  const catalogue = useCatalogue();
  const shown = useShownSite();

  if (status === 'noWebgl') {
    return (
      <Page>
        <EmptyState icon={MonitorX} title={STAGE_MESSAGES['stage.webglTitle']} hint={STAGE_MESSAGES['stage.webgl']} />
      </Page>
    );
  }
  if (status === 'failed') {
    const reason = failure ?? '';
    return (
      <Page>
        <ErrorState
          icon={MonitorX}
          title={STAGE_MESSAGES['stage.failedTitle']}
          reason={reason}
          onRetry={() => location.reload()}
        />
      </Page>
    );
  }
  if (catalogue.isError && !catalogue.data) {
    return (
      <Page>
        <ErrorState
          icon={PackageOpen}
          title={STAGE_MESSAGES['models.fetchFailed']}
          isRetrying={catalogue.isFetching}
          onRetry={catalogue.retry}
        />
      </Page>
    );
  }
  if (!catalogue.data) return null;
  if (!shown) {
    return (
      <Page>
        <EmptyState icon={Building2} title={SITES_MESSAGES['sites.empty']} hint={SITES_MESSAGES['sites.emptyHint']} />
      </Page>
    );
  }
  if (shown.models.length === 0) {
    // A site that has layers, of which none is open to this person, has a place.
    const isEmpty = shown.site.data.meta.origin === null;
    return (
      <NothingHere
        icon={PackageOpen}
        title={isEmpty ? STAGE_MESSAGES['stage.noLayers'] : STAGE_MESSAGES['stage.noModel']}
        hint={STAGE_MESSAGES['stage.noModelHint']}
      />
    );
  }
  if (!siteToStage(shown.site, shown.models)) {
    return (
      <NothingHere
        icon={MapPinOff}
        title={SITES_MESSAGES['sites.unplaced']}
        hint={SITES_MESSAGES['sites.unplacedHint']}
      />
    );
  }
  return null;
}

function NothingHere(props: { icon: typeof Building2; title: string; hint: string }) {
  const [, navigate] = useLocation();
  return (
    <Page>
      <EmptyState {...props}>
        <Button onClick={() => navigate('/sites')}>{SITES_MESSAGES['sites.choose']}</Button>
      </EmptyState>
    </Page>
  );
}

const Page = ({ children }: { children: ReactNode }) => <div className={css.page}>{children}</div>;
