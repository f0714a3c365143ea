import { LocateFixed, Map as MapIcon, Maximize2, Minimize2, Shrink } from 'lucide-react';
import { useState } from 'react';
import { dateText } from '@overlook/shared/format';
import { MINIMAP_MESSAGES } from '@overlook/shared/messages';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { PlanStill } from './plan-still.tsx';
import { SiteMap, type SiteMapProps } from './site-map.tsx';
import css from './minimap.module.css';

interface MinimapProps extends Omit<SiteMapProps, 'fitCount'> {
  /** Until then only its frame with a picture of the plan is there, so that nothing appears over the model later. */
  isMapWanted: boolean;
  isHidden: boolean;
  onHiddenChange: (isHidden: boolean) => void;
  isLarge: boolean;
  onLargeChange: (isLarge: boolean) => void;
}

/**
 * The position of the camera on a map; while hidden, one button that shows the map again (specification §2, §9 "Minimap").
 */
export function Minimap({ isMapWanted, isHidden, onHiddenChange, isLarge, onLargeChange, ...map }: MinimapProps) {
  const [fitCount, setFitCount] = useState(0);
  if (isHidden)
    return (
      <section className={classNames(css.minimap, css.hidden)} aria-label={MINIMAP_MESSAGES['minimap.minimap']}>
        <IconButton
          icon={MapIcon}
          label={MINIMAP_MESSAGES['minimap.showMinimap']}
          keys="M"
          size="l"
          aria-expanded={false}
          onClick={() => onHiddenChange(false)}
        />
      </section>
    );
  return (
    <section
      className={css.minimap}
      aria-label={MINIMAP_MESSAGES['minimap.minimap']}
      data-minimap={isLarge ? 'large' : 'small'}
    >
      <div className={css.head}>
        <MapIcon size={14} strokeWidth={1.75} aria-hidden />
        <span className={css.title} aria-hidden>
          {MINIMAP_MESSAGES['minimap.minimap']}
        </span>
        {isLarge && map.site?.plan && <span className={css.date}>{dateText(new Date(map.site.plan.madeAt))}</span>}
        <span className={css.buttons}>
          {map.site && (
            <IconButton
              icon={LocateFixed}
              label={MINIMAP_MESSAGES['minimap.fitTheSite']}
              size="s"
              onClick={() => setFitCount(fitCount + 1)}
            />
          )}
          <IconButton
            icon={isLarge ? Shrink : Maximize2}
            label={isLarge ? MINIMAP_MESSAGES['minimap.reduceMinimap'] : MINIMAP_MESSAGES['minimap.enlargeMinimap']}
            keys="Shift+M"
            size="s"
            onClick={() => onLargeChange(!isLarge)}
          />
          <IconButton
            icon={Minimize2}
            label={MINIMAP_MESSAGES['minimap.hideMinimap']}
            keys="M"
            size="s"
            aria-expanded
            onClick={() => onHiddenChange(true)}
          />
        </span>
      </div>
      <div className={css.ground}>
        {map.site?.plan && <PlanStill stage={map.stage} origin={map.site.origin} plan={map.site.plan} />}
        {isMapWanted && <SiteMap key={map.basemapStyleUrl} {...map} fitCount={fitCount} />}
      </div>
    </section>
  );
}
