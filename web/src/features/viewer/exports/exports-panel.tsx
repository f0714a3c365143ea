import { Box, CloudOff } from 'lucide-react';
import { useState } from 'react';
import { POINT_CLOUD } from '@overlook/shared/config';
import { EXPORTS_MESSAGES } from '@overlook/shared/messages';
import type { Download, MeshLayer, Site } from '@overlook/shared/schemas';
import { useMeshLayers, usePointcloud } from '../../../api/exports.ts';
import { useShownCaptures } from '../../../state/moments.ts';
import { openSection, section } from '../../../state/section.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton, SkeletonList } from '../../../ui/status/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/status/state-message.tsx';
import { type TabPart, Tabs } from '../../../ui/tabs/tabs.tsx';
import { Downloads } from './downloads.tsx';
import { exportDraft, keepExportValues, placeExportBox, useExportDraft } from './export-draft.ts';
import { ExportForm } from './export-form.tsx';
import { sectionBoxOf, valuesOf, withSource } from './export-values.ts';
import { useDownloadList } from './use-downloads.ts';
import css from './exports-panel.module.css';

type TabId = 'tool' | 'downloads';

type PanelSite = Pick<Site, 'id' | 'slug'> & { readonly data: Pick<Site['data'], 'coordinateSystem'> };

interface ExportsPanelProps {
  /** Null while none is selected. */
  site: PanelSite | null;
  onClose: () => void;
}

/** PointGrab (specification §2): a box of the point cloud, or of another layer, as files. */
export function ExportsPanel({ site, onClose }: ExportsPanelProps) {
  return (
    <Panel title={EXPORTS_MESSAGES['export.pointgrab']} onClose={onClose}>
      {site ? (
        <SiteExports key={site.id} site={site} />
      ) : (
        <EmptyState icon={Box} title={EXPORTS_MESSAGES['exports.noSite']} />
      )}
    </Panel>
  );
}

function SiteExports({ site }: { site: PanelSite }) {
  const mayCreate = useAllowed('POINTGRAB:CREATE');
  const mayDownload = useAllowed('POINTGRAB:DOWNLOAD');
  const [chosen, setChosen] = useState<TabId>('tool');
  const selected = mayCreate && (chosen === 'tool' || !mayDownload) ? 'tool' : 'downloads';
  const list = useDownloadList(mayDownload ? site.slug : null, selected === 'downloads');
  const openInTool = (download: Download) => {
    openAgain(download);
    setChosen('tool');
  };
  const tabs: TabPart<TabId>[] = [];
  if (mayCreate) {
    const onShowDownloads = mayDownload ? () => setChosen('downloads') : null;
    tabs.push({
      id: 'tool',
      title: EXPORTS_MESSAGES['export.tool'],
      content: <Tool site={site} onShowDownloads={onShowDownloads} />,
    });
  }
  if (mayDownload) {
    tabs.push({
      id: 'downloads',
      title: EXPORTS_MESSAGES['export.downloads'],
      count: list.pending > 0 ? { value: list.pending, label: 'pending' } : null,
      content: <Downloads list={list} onOpenInTool={mayCreate ? openInTool : null} />,
    });
  }
  return <Tabs label={EXPORTS_MESSAGES['export.pointgrab']} tabs={tabs} selected={selected} onSelect={setChosen} />;
}

/** The request of an export, in the form and on the stage. */
function openAgain(download: Download): void {
  const { draft } = exportDraft;
  if (!draft) return;
  const box = sectionBoxOf(download.box);
  keepExportValues(valuesOf(download, draft.values));
  placeExportBox(box);
  openSection({ box, planes: section.volume?.planes ?? [] });
}

interface ToolProps {
  site: PanelSite;
  onShowDownloads: (() => void) | null;
}

function Tool({ site, onShowDownloads }: ToolProps) {
  const captureOf = useShownCaptures(site.id);
  const olderId = (modeltypeId: number): number | null => {
    const shown = captureOf(modeltypeId);
    return shown && !shown.isCurrent ? shown.id : null;
  };
  const draft = useExportDraft(site.id);
  const source = draft?.values.modeltypeId ?? null;
  const { data: cloud, isError, isFetching, refetch } = usePointcloud(site.slug, olderId(POINT_CLOUD.id));
  // Without the layers, which a message reports, points can still be exported.
  const { data: known, isError: isWithoutLayers } = useMeshLayers(site.slug, source === null ? null : olderId(source));
  const layers = known ?? (isWithoutLayers ? NO_LAYERS : null);
  if (isError) {
    const title = EXPORTS_MESSAGES['exports.checkFailed'];
    return <ErrorState icon={CloudOff} title={title} isRetrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (cloud === null && layers?.length === 0)
    return <EmptyState icon={Box} title={EXPORTS_MESSAGES['exports.unavailable']} />;
  if (cloud === undefined || !layers || !draft)
    return <SkeletonList label={EXPORTS_MESSAGES['export.loadingThePointCloud']} count={8} row={SkeletonRow} />;
  const sources = { cloud, layers, captureOf, siteSystem: site.data.coordinateSystem ?? null };
  const initial = withSource(draft.values, sources);
  return <ExportForm siteSlug={site.slug} sources={sources} initial={initial} onShowDownloads={onShowDownloads} />;
}

const NO_LAYERS: readonly MeshLayer[] = [];

const SkeletonRow = () => (
  <div className={css.skeleton}>
    <Skeleton className={css.skeletonField} />
  </div>
);
