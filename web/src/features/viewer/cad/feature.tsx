import { lazy, type RefObject, Suspense, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isProjectLayer } from '@overlook/shared/config';
import type { Feature, StagePartProps } from '../../../parts/feature.ts';
import { lazyPart } from '../../../parts/lazy-part/lazy-part.tsx';
import { cadCapture, useCadCaptureId } from '../../../state/cad-capture.ts';
import { cad as objects, openTree } from '../../../state/cad.ts';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { toolsStore } from '../../../state/session-tools.ts';
import { stageTools } from '../../../state/tools.ts';
import { selectFeature } from './select-items.ts';

const CadDock = lazyPart(async () => (await import('./cad-dock.tsx')).CadDock, {
  FailureFrame: ({ className, children }) => <aside className={className}>{children}</aside>,
});

interface DockProps {
  dock: RefObject<HTMLElement | null>;
  className: string | undefined;
}

/** The object tree, whose code is loaded when the tree is first opened or an object is first selected. */
function ObjectDock({ dock, className }: DockProps) {
  const { isTreeOpen, selected } = useSnapshot(objects);
  const siteId = useSelectedSiteId();
  const captureId = useCadCaptureId(siteId);
  const isAllowed = useAllowed('VIEW:CAD');
  const [isWanted, setWanted] = useState(false);
  if ((isTreeOpen || selected.length > 0) && !isWanted) setWanted(true);
  if (!isWanted || !isAllowed || siteId === null) return null;
  // Ids of objects mean something in one capture only.
  return <CadDock key={`${siteId} ${captureId}`} siteId={siteId} dock={dock} className={className} />;
}

const LegendCard = lazy(async () => ({ default: (await import('./legend/legend-card.tsx')).LegendCard }));

/** While objects are coloured by a property. */
function Legend() {
  const { colours, isLegendShown } = useSnapshot(objects);
  if (!colours || !isLegendShown) return null;
  return (
    <Suspense fallback={null}>
      <LegendCard />
    </Suspense>
  );
}

/** A click on the Project Layer without an active tool selects the object, and the tree opens at it. */
function ObjectClicks({ stage, shown, isPhone }: StagePartProps) {
  const isAllowed = useAllowed('VIEW:CAD');
  const siteId = shown?.site.id ?? null;
  useEffect(
    () =>
      stage.on('tap', ({ hit, layerId }) => {
        // An unfinished plane of the section takes the click too.
        if (stageTools.override ?? stageTools.active) return;
        if (!isProjectLayer(layerId)) return;
        // On the other side of a swipe are the objects of another date.
        if (hit?.takenOn && hit.takenOn !== cadCapture()?.takenOn) return;
        const featureId = hit?.featureId ?? null;
        if (siteId !== null && isAllowed) void selectFeature(siteId, featureId);
        // The card of the Tools shows it already.
        if (!isPhone && featureId !== null && toolsStore.openCard !== 'metadata') openTree();
      }),
    [stage, siteId, isAllowed, isPhone],
  );
  return null;
}

export const cad: Feature = {
  Dock: ObjectDock,
  onStage: [
    { place: 'over', Part: ObjectClicks },
    { place: 'underLayers', Part: Legend },
  ],
};
