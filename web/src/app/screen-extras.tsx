import { useIsOpening } from '../features/viewer/stage/use-is-opening.ts';
import { useShownSite } from '../features/viewer/stage/use-stage-site.ts';
import type { ScreenExtrasProps } from '../features/viewer/stage/screen-view.tsx';
import { useSwipe } from '../features/viewer/stage/swipe/use-swipe.ts';
import type { StagePartProps, StagePlace } from '../parts/feature.ts';
import { classNames } from '../ui/class-names.ts';
import { useLayout } from '../ui/use-layout.ts';
import { FEATURES } from './features.tsx';
import css from './screen-extras.module.css';

interface Screen extends StagePartProps {
  /** It has the parts that are shown once while the screens move together. */
  isLeading: boolean;
}

interface Box {
  place: StagePlace;
  isShown: (screen: Screen) => boolean;
  className: (screen: Screen) => string | undefined;
}

/** The boxes at the edges of a screen, in the order of the document. */
const BOXES: readonly Box[] = [
  { place: 'underLayers', isShown: ({ isLeading }) => isLeading, className: () => css.underLayers },
  {
    place: 'files',
    isShown: ({ isActive }) => isActive,
    className: ({ isPhone }) => classNames(css.localClouds, isPhone && css.overSheet),
  },
  {
    place: 'top',
    isShown: ({ isActive }) => isActive,
    className: ({ isSwiping }) => classNames(css.top, isSwiping && css.underLayerButtons),
  },
  { place: 'bottomLeft', isShown: ({ isLeading, isPhone }) => isLeading && !isPhone, className: () => css.bottomLeft },
  {
    place: 'bottomRight',
    isShown: ({ isLeading, isPhone }) => isLeading && !isPhone,
    className: () => css.bottomRight,
  },
  { place: 'bottom', isShown: ({ isActive }) => isActive, className: () => css.bottom },
  { place: 'besideCompass', isShown: ({ isPhone }) => isPhone, className: () => css.besideCompass },
];

const PARTS = FEATURES.flatMap(({ onStage = [] }) => onStage);
const partsAt = (place: StagePlace) => PARTS.filter((part) => part.place === place);

/** The parts of the features on a screen. */
export function ScreenExtras({ stage, isActive, isLeading }: ScreenExtrasProps) {
  const isPhone = useLayout() === 'phone';
  const shown = useShownSite();
  const isOpening = useIsOpening();
  const isSwiping = useSwipe() !== null;
  const given: StagePartProps = { stage, shown, isActive, isPhone, isOpening, isSwiping };
  const screen = { ...given, isLeading };
  const parts = (place: StagePlace) => partsAt(place).map(({ Part }, index) => <Part key={index} {...given} />);
  return (
    <>
      {parts('over')}
      {BOXES.filter(({ isShown }) => isShown(screen)).map(({ place, className }) => (
        <div key={place} className={className(screen)}>
          {parts(place)}
        </div>
      ))}
    </>
  );
}
