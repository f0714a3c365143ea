import { siteToShow, useCatalogue } from '../api/catalogue.ts';
import { ExportsPanel as Exports } from '../features/viewer/exports/exports-panel.tsx';
import { useSelectedSiteId } from '../state/selected-site.ts';
import type { ScreenProps } from './screen-props.ts';

/** Exports of the point cloud of the selected site (specification §2 "/export"). */
export function ExportsPanel({ onClose }: ScreenProps) {
  const { data } = useCatalogue();
  const siteId = useSelectedSiteId();
  return <Exports site={data && siteToShow(data, siteId)} onClose={onClose} />;
}
