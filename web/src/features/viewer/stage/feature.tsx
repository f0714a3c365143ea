import { useSnapshot } from 'valtio';
import type { Feature, StagePartProps } from '../../../parts/feature.ts';
import { preferences } from '../../../state/preferences.ts';
import { StageFooter, StagePeek } from './footer.tsx';
import { loadEngine } from './open-stage.ts';
import { ScaleBar } from './scale-bar.tsx';
import { StageView } from './stage-view.tsx';
import { Divider, SwipeBar } from './swipe/late-swipe.tsx';
import { useSwipe } from './swipe/use-swipe.ts';
import { PhoneTopBar, StageTopBar } from './top-bar.tsx';

function Scale({ stage, shown }: StagePartProps) {
  const { units } = useSnapshot(preferences);
  return <ScaleBar stage={stage} groundHeight={shown?.site.data.meta.origin?.height ?? 0} units={units} />;
}

const ShownSwipeBar = () => useSwipe() && <SwipeBar />;

const WideSwipeBar = ({ isPhone }: StagePartProps) => !isPhone && <ShownSwipeBar />;

/** A Place or feedback that is begun before the connection breaks has its picture. */
async function loadPicture(): Promise<void> {
  const { loadPictureParts } = await loadEngine();
  await loadPictureParts();
}

export const stage: Feature = {
  onStage: [
    { place: 'bottomRight', Part: Scale },
    { place: 'bottom', Part: WideSwipeBar },
    { place: 'besideCompass', Part: ShownSwipeBar },
  ],
  async preload() {
    await Promise.all([SwipeBar.preload(), Divider.preload(), loadPicture().catch(() => undefined)]);
  },
};

/** What the frame of the application is made of. */
export const stageFrame = {
  View: StageView,
  TopBar: StageTopBar,
  PhoneTopBar,
  Footer: StageFooter,
  Peek: StagePeek,
} as const;
