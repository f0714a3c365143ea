import { Check } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SITE_PIN } from '@overlook/shared/config';
import { isSameGrouping } from '@overlook/shared/maths';
import { sitesAtPinText, SITES_MESSAGES } from '@overlook/shared/messages';
import type { Stage } from '@overlook/engine';
import { classNames } from '../../../ui/class-names.ts';
import { MenuList } from '../../../ui/menu/menu-list.tsx';
import { PIN_OUTLINE } from '../../../ui/pin-outline.ts';
import { useWheelThrough } from '../../../ui/use-wheel-through.ts';
import { type PlacedSitePins, placeSitePins, sitesOfGroups } from './pin-groups.ts';
import type { Project } from './pin-place.ts';
import type { NamedPin } from './use-site-pins.ts';
import css from './site-pins.module.css';

interface SitePinsProps {
  stage: Pick<Stage, 'pose' | 'size' | 'on'>;
  project: Project;
  pins: readonly NamedPin[];
  selectedSiteId: number | null;
  onSelect: (siteId: number) => void;
}

interface Shown {
  readonly pins: readonly NamedPin[];
  readonly placed: PlacedSitePins;
}

/**
 * The sites on the globe; those that overlap are one pin with a count and a list. Pins follow the camera by direct writes after
 * each picture; only other groups are rendered.
 */
export function SitePins({ stage, project, pins, selectedSiteId, onSelect }: SitePinsProps) {
  const list = useRef<HTMLUListElement>(null);
  const newest = useRef<Shown | null>(null);
  /** That of the groups which are rendered. */
  const [shown, setShown] = useState<Shown | null>(null);

  useEffect(() => {
    const place = () => {
      const before = newest.current;
      const placed = placeSitePins(pins, stage, project);
      newest.current = { pins, placed };
      if (before?.pins === pins && isSameGrouping(before.placed.groups, placed.groups)) movePins(list.current, placed);
      else setShown(newest.current);
    };
    place();
    return stage.on('drawn', place);
  }, [stage, project, pins]);
  useLayoutEffect(() => {
    if (shown) movePins(list.current, shown.placed);
  }, [shown]);

  useWheelThrough(list, pins.length > 0);

  if (pins.length === 0) return null;
  const groups = shown ? sitesOfGroups(shown.pins, shown.placed.groups) : [];
  return (
    <ul ref={list} className={css.pins} aria-label={SITES_MESSAGES['sites.sitesOnTheGlobe']}>
      {groups.map((sites) => (
        <li key={sites.map(({ siteId }) => siteId).join()}>
          {sites.length === 1 ? (
            <SitePin site={sites[0]!} isSelected={sites[0]!.siteId === selectedSiteId} onSelect={onSelect} />
          ) : (
            <GroupPin sites={sites} selectedSiteId={selectedSiteId} onSelect={onSelect} />
          )}
        </li>
      ))}
    </ul>
  );
}

const SIZE = { width: SITE_PIN.sizePx, height: SITE_PIN.sizePx };

interface SitePinProps extends Pick<SitePinsProps, 'onSelect'> {
  site: NamedPin;
  isSelected: boolean;
}

function SitePin({ site: { siteId, name, hasModel }, isSelected, onSelect }: SitePinProps) {
  return (
    <button
      type="button"
      className={classNames(css.pin, isSelected && css.selected, !hasModel && css.bare)}
      style={SIZE}
      aria-label={name}
      aria-current={isSelected || undefined}
      data-tooltip={name}
      onClick={() => onSelect(siteId)}
    >
      <PinShape />
    </button>
  );
}

interface GroupPinProps extends Pick<SitePinsProps, 'selectedSiteId' | 'onSelect'> {
  sites: readonly NamedPin[];
}

/** Several sites in one place of the picture: a press lists them. */
function GroupPin({ sites, selectedSiteId, onSelect }: GroupPinProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isSelected = sites.some(({ siteId }) => siteId === selectedSiteId);
  const label = sitesAtPinText(sites.map(({ name }) => name));
  const entries = sites.map(({ siteId, name }) => ({
    key: String(siteId),
    label: name,
    ...(siteId === selectedSiteId && { icon: Check }),
    onAction: () => onSelect(siteId),
  }));
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={classNames(
          css.pin,
          isSelected && css.selected,
          sites.every(({ hasModel }) => !hasModel) && css.bare,
        )}
        style={SIZE}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-tooltip={label}
        onClick={() => setOpen(true)}
      >
        <PinShape count={sites.length} />
      </button>
      {isOpen && (
        <MenuList
          label={label}
          openAt={{ anchor, onClose: () => setOpen(false) }}
          sections={[{ key: 'sites', entries }]}
        />
      )}
    </>
  );
}

const MOST_COUNTED = 99;

/** The form of a pin, with a count for several sites. */
function PinShape({ count = 1 }: { count?: number }) {
  return (
    <svg viewBox="0 0 30 30" aria-hidden className={css.shape}>
      <path d={PIN_OUTLINE} className={css.casing} />
      <path d={PIN_OUTLINE} className={css.body} />
      {count > 1 ? (
        <text x="15" y="11.6" className={css.count}>
          {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
        </text>
      ) : (
        <circle cx="15" cy="11.6" r="3.6" className={css.eye} />
      )}
    </svg>
  );
}

/** The tip of each pin goes onto the site that leads its group. */
function movePins(list: HTMLElement | null, { places, groups }: PlacedSitePins): void {
  groups.leaders.forEach((leader, group) => {
    const item = list?.children[group];
    const place = places[leader];
    if (item instanceof HTMLElement && place)
      item.style.transform = `translate(${place.x}px, ${place.y}px) scale(${place.scale})`;
  });
}
