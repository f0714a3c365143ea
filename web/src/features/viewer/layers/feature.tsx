import { Layers } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { LAYERS_MESSAGES } from '@overlook/shared/messages';
import type { Feature, PagePartProps } from '../../../parts/feature.ts';
import { lazyPanel } from '../../../parts/lazy-panel.tsx';
import { lazyPart } from '../../../parts/lazy-part/lazy-part.tsx';
import { LAYERS_PATH, layers as store } from '../../../state/layers.ts';
import { placeQuestions } from './place-question.ts';
import { useLayers } from './use-layers.ts';

const TITLE = LAYERS_MESSAGES['layers.layers'];
const PlaceDialog = lazyPart(async () => (await import('./place-dialog.tsx')).PlaceDialog);
const PickedFacts = lazy(async () => ({ default: (await import('./picked-facts.tsx')).PickedFacts }));

/** The text of a layer by others about the clicked thing. */
function LayerFacts() {
  if (!useSnapshot(store).picked) return null;
  return (
    <Suspense fallback={null}>
      <PickedFacts />
    </Suspense>
  );
}

/** The first of the open questions for what the coordinates of a file are. */
function PlaceQuestions() {
  const [question] = useSnapshot(placeQuestions).list;
  return question ? <PlaceDialog key={question.id} question={question} /> : null;
}

function LayersOnStages({ openPath }: PagePartProps) {
  useLayers(openPath === LAYERS_PATH);
  return null;
}

/** Layers by others, and the person's own. */
export const layers: Feature = {
  screen: {
    path: LAYERS_PATH,
    title: TITLE,
    icon: Layers,
    keys: 'K',
    place: 'panel',
    screen: lazyPanel(TITLE, async () => (await import('./layers-screen.tsx')).LayersScreen),
  },
  onStage: [
    { place: 'files', Part: LayerFacts },
    { place: 'files', Part: PlaceQuestions },
  ],
  onPage: [LayersOnStages],
};
