import { useRef } from 'react';
import { useLocation } from 'wouter';
import { VIEWER_MESSAGES } from '@overlook/shared/messages';
import { MocsCard } from '../features/viewer/mocs/mocs-card.tsx';
import { PlacesCard } from '../features/viewer/places/places-card.tsx';
import { useSelectedSiteId } from '../state/selected-site.ts';
import { Gate } from '../ui/gate.tsx';
import { Panel } from '../ui/panel.tsx';
import { useLinkedMoc } from './link/linked-moc.ts';
import { usePlaceView } from './link/saved-view.ts';
import { mocFormPath } from '../features/viewer/mocs/moc-form-path.ts';
import type { ScreenProps } from '../parts/feature.ts';
import css from './places-panel.module.css';

/** Places and changes of the selected site (specification §2 "/mocs"). */
export function PlacesPanel({ onClose }: ScreenProps) {
  const [, navigate] = useLocation();
  const siteId = useSelectedSiteId();
  const view = usePlaceView();
  const body = useRef<HTMLDivElement>(null);
  useLinkedMoc();
  return (
    <Panel title={VIEWER_MESSAGES['viewer.placesAndMocs']} onClose={onClose}>
      <div ref={body} className={css.body}>
        <div className={css.cards}>
          <PlacesCard view={view} />
          {siteId !== null && (
            <Gate tokens="MOC:VIEW">
              <MocsCard key={siteId} siteId={siteId} view={body} onAdd={() => navigate(mocFormPath(null))} />
            </Gate>
          )}
        </div>
      </div>
    </Panel>
  );
}
