import { siteToShow, useCatalogue } from '../../../api/catalogue.ts';
import { ExportsPanel } from './exports-panel.tsx';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import type { ScreenProps } from '../../../parts/feature.ts';

/** Exports of the point cloud of the selected site (specification §2 "/export"). */
export function ExportsScreen({ onClose }: ScreenProps) {
  const { data } = useCatalogue();
  const siteId = useSelectedSiteId();
  return <ExportsPanel site={data && siteToShow(data, siteId)} onClose={onClose} />;
}
