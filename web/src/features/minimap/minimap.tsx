import { Map as MapIcon, Minimize2 } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { SiteMap, type SiteMapProps } from './site-map.tsx';
import css from './minimap.module.css';

interface MinimapProps extends SiteMapProps {
  isHidden: boolean;
  onHiddenChange: (isHidden: boolean) => void;
}

/** Where the camera is on the map; put away, one button that brings it back (specification §2, §9 "Minimap"). */
export function Minimap({ isHidden, onHiddenChange, ...map }: MinimapProps) {
  return (
    <section className={classNames(css.minimap, isHidden && css.hidden)} aria-label="Minimap">
      {!isHidden && (
        <span className={css.title} aria-hidden>
          <MapIcon size={14} strokeWidth={1.75} />
          Minimap
        </span>
      )}
      <IconButton
        icon={isHidden ? MapIcon : Minimize2}
        label={isHidden ? 'Show minimap' : 'Hide minimap'}
        keys="M"
        size={isHidden ? 'l' : 's'}
        aria-expanded={!isHidden}
        className={css.toggle}
        onClick={() => onHiddenChange(!isHidden)}
      />
      {!isHidden && <SiteMap key={map.basemapStyleUrl} {...map} />}
    </section>
  );
}
