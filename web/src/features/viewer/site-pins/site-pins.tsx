import { useEffect, useRef } from 'react';
import { SITE_PIN } from '@overlook/shared/config';
import type { Stage } from '../../../engine/index.ts';
import { classNames } from '../../../ui/class-names.ts';
import { PIN_OUTLINE } from '../../../ui/pin-outline.ts';
import { type Project, pinPlace } from './pin-place.ts';
import type { NamedPin } from './use-site-pins.ts';
import css from './site-pins.module.css';

interface SitePinsProps {
  stage: Pick<Stage, 'pose' | 'size' | 'on'>;
  project: Project;
  pins: readonly NamedPin[];
  selectedSiteId: number | null;
  onSelect: (siteId: number) => void;
}

/** The sites on the globe. Pins follow the camera by direct writes after each picture, without renders. */
export function SitePins({ stage, project, pins, selectedSiteId, onSelect }: SitePinsProps) {
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const place = () => list.current && placePins(list.current, pins, stage, project);
    place();
    return stage.on('drawn', place);
  }, [stage, project, pins]);

  if (pins.length === 0) return null;
  return (
    <ul ref={list} className={css.pins} aria-label="Sites on the globe">
      {pins.map(({ siteId, name, hasModel }) => (
        <li key={siteId} hidden>
          <button
            type="button"
            className={classNames(css.pin, siteId === selectedSiteId && css.selected, !hasModel && css.bare)}
            style={{ width: SITE_PIN.sizePx, height: SITE_PIN.sizePx }}
            aria-label={name}
            aria-current={siteId === selectedSiteId || undefined}
            data-tooltip={name}
            onClick={() => onSelect(siteId)}
          >
            <PinShape />
          </button>
        </li>
      ))}
    </ul>
  );
}

function PinShape() {
  return (
    <svg viewBox="0 0 30 30" aria-hidden className={css.shape}>
      <path d={PIN_OUTLINE} className={css.casing} />
      <path d={PIN_OUTLINE} className={css.body} />
      <circle cx="15" cy="11.6" r="3.6" className={css.eye} />
    </svg>
  );
}

/** The point of each pin goes onto its site; pins that are not to be seen cannot be reached by key either. */
function placePins(
  list: HTMLElement,
  pins: readonly NamedPin[],
  stage: Pick<Stage, 'pose' | 'size'>,
  project: Project,
): void {
  const screen = stage.size();
  const { position } = stage.pose();
  pins.forEach(({ pointEcef }, index) => {
    const item = list.children[index];
    if (!(item instanceof HTMLElement)) return;
    const place = pinPlace(pointEcef, position, project, screen);
    item.hidden = place === null;
    if (place) item.style.transform = `translate(${place.x}px, ${place.y}px) scale(${place.scale})`;
  });
}
