import { useQuery } from '@tanstack/react-query';
import { ListTree, Tags } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { TOOLS_MESSAGES, CAD_MESSAGES } from '@overlook/shared/messages';
import { failureOf, sentenceOf } from '../../../api/failure.ts';
import { useHasProjectLayer } from '../../../api/project-layer.ts';
import { procedures } from '../../../api/queries.ts';
import { cadSite } from '../../../state/cad-capture.ts';
import { cad, openMetadata, openTree } from '../../../state/cad.ts';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Skeleton, SkeletonList } from '../../../ui/status/skeleton.tsx';
import type { CardProps } from './card-props.ts';
import { PickedItem } from './picked-item.tsx';
import { toolsStore } from '../../../state/session-tools.ts';
import { ToolCard } from './tool-card.tsx';
import css from './cards.module.css';

/** The last clicked object of the Project Layer, and a button that shows all its data. */
export function MetadataCard(props: CardProps) {
  return (
    <ToolCard title={TOOLS_MESSAGES['tools.metadata']} icon={Tags} {...props}>
      <MetadataContent />
    </ToolCard>
  );
}

function MetadataContent() {
  const siteId = useSelectedSiteId();
  const { picked } = useSnapshot(toolsStore);
  const isAllowed = useAllowed('VIEW:CAD');
  const hasLayer = useHasProjectLayer();
  if (!isAllowed || !hasLayer || siteId === null) {
    const reason = isAllowed ? TOOLS_MESSAGES['metadata.noProjectLayer'] : TOOLS_MESSAGES['metadata.notAllowed'];
    return (
      <p className={css.prompt}>
        {TOOLS_MESSAGES['metadata.none']}. {reason}
      </p>
    );
  }
  if (picked) return <Picked key={picked.featureId} siteId={siteId} featureId={picked.featureId} />;
  return (
    <>
      <p className={css.prompt}>
        {TOOLS_MESSAGES['metadata.none']}. {TOOLS_MESSAGES['metadata.noneHint']}
      </p>
      <TreeButton />
    </>
  );
}

function TreeButton() {
  const { isTreeOpen } = useSnapshot(cad);
  if (isTreeOpen) return null;
  return (
    <div className={css.actions}>
      <Button icon={ListTree} onClick={openTree}>
        {TOOLS_MESSAGES['tools.openTheObjectTree']}
      </Button>
    </div>
  );
}

/** The object of a feature: its name and its first properties. */
function Picked({ siteId, featureId }: { siteId: number; featureId: number }) {
  const found = useQuery(
    procedures.cad.byFeature.queryOptions(
      { ...cadSite(siteId), featureId },
      { meta: { failureText: CAD_MESSAGES['cad.fetchFailed'] } },
    ),
  );
  const itemId = found.data?.item?.id ?? null;
  const known = useQuery(
    procedures.cad.item.queryOptions(
      { ...cadSite(siteId), itemId: itemId ?? 0 },
      { enabled: itemId !== null, meta: { failureText: CAD_MESSAGES['cad.fetchFailed'] } },
    ),
  );
  const error = found.error ?? known.error;
  if (error) {
    return (
      <p className={css.prompt} role="alert">
        {CAD_MESSAGES['cad.fetchFailed']}. {sentenceOf(failureOf(error))}
      </p>
    );
  }
  if (found.data && itemId === null) {
    return (
      <p className={css.prompt}>
        {TOOLS_MESSAGES['metadata.none']}. {TOOLS_MESSAGES['metadata.noObject']}
      </p>
    );
  }
  if (!known.data)
    return <SkeletonList label={TOOLS_MESSAGES['tools.loadingProperties']} count={4} row={skeletonLine} />;
  return <PickedItem {...known.data} onAll={openMetadata} />;
}

const skeletonLine = () => <Skeleton className={css.skeleton} />;
