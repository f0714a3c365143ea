import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isSameGrouping } from '@overlook/shared/maths';
import { mocsAtPinText, MINIMAP_MESSAGES } from '@overlook/shared/messages';
import { PIN_OUTLINE } from '../../../ui/pin-outline.ts';
import type { LoadedMap } from './load-map.ts';
import { type MapPin, type MapView, mercatorOf, type PlacedPins, placePins } from './place-pins.ts';
import css from './map-pins.module.css';

/** Pins of changes (MOC), and their actions. */
export interface MapPinList {
  readonly pins: readonly MapPin[];
  /** Those that are pointed at here or elsewhere. */
  readonly pointedIds: readonly string[];
  /** One pin, or those of a group, were clicked. */
  readonly onOpen: (pinIds: readonly string[]) => void;
  /** The pointer is over them; none ends it. */
  readonly onPoint: (pinIds: readonly string[]) => void;
}

export interface MapPinsHandle {
  /** Puts the pins where they are in this view. */
  place(view: MapView): void;
}

interface MapPinsProps extends MapPinList {
  map: Pick<LoadedMap, 'groupColors'>;
  ref: Ref<MapPinsHandle>;
}

/** Pins drawn as one. */
interface Group {
  /** Another one for other pins. */
  readonly name: string;
  readonly ids: readonly string[];
  readonly leader: MapPin;
  readonly color: string;
  readonly label: string;
}

const NOTHING: readonly Group[] = [];

/**
 * Pins over the map, grouped where they overlap. They follow it by direct writes; only other groups are rendered. By keyboard
 * the list of changes does the same: as on all of the map, nothing here is a stop of the Tab key.
 */
export function MapPins({ map, pins, pointedIds, onOpen, onPoint, ref }: MapPinsProps) {
  const { groupColors } = map;
  const list = useRef<HTMLUListElement>(null);
  const view = useRef<MapView | null>(null);
  const placed = useRef<{ readonly pins: readonly MapPin[]; readonly now: PlacedPins } | null>(null);
  const pointer = useRef<string | null>(null);
  const [groups, setGroups] = useState(NOTHING);
  const mercator = useMemo(() => mercatorOf(pins), [pins]);

  const place = (next: MapView) => {
    view.current = next;
    const before = placed.current;
    const now = placePins(mercator, next);
    placed.current = { pins, now };
    if (before?.pins === pins && isSameGrouping(before.now.groups, now.groups)) movePins(list.current, now);
    else setGroups(groupsOf(pins, now, groupColors));
  };
  useImperativeHandle(ref, () => ({ place }));
  useEffect(() => {
    if (view.current) place(view.current);
    // Other pins in the view that is shown; another view places them itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pins]);
  useLayoutEffect(() => {
    if (placed.current) movePins(list.current, placed.current.now);
    // A group that is removed under the pointer gets no event.
    if (pointer.current === null || groups.some(({ name }) => name === pointer.current)) return;
    pointer.current = null;
    onPoint([]);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [groups]);
  useEffect(
    () => () => {
      if (pointer.current !== null) onPoint([]);
    },
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  );
  const point = (group: Group | null) => {
    pointer.current = group?.name ?? null;
    onPoint(group?.ids ?? []);
  };

  const pointed = new Set(pointedIds);
  return (
    <ul ref={list} className={css.pins} aria-label={MINIMAP_MESSAGES['minimap.mocsOnTheMap']}>
      {groups.map((group) => (
        <li key={group.name}>
          <button
            type="button"
            tabIndex={-1}
            className={css.pin}
            aria-label={group.label}
            data-tooltip={group.label}
            data-pointed={pointed.size > 0 && group.ids.some((id) => pointed.has(id))}
            // The stage keeps the focus, and with it the keys.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onOpen(group.ids)}
            onPointerEnter={() => point(group)}
            onPointerLeave={() => point(null)}
          >
            <Pin {...group} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function groupsOf(pins: readonly MapPin[], { groups }: PlacedPins, groupColors: LoadedMap['groupColors']): Group[] {
  const ids = groups.leaders.map((): string[] => []);
  groups.groupOf.forEach((group, pin) => {
    if (group >= 0) ids[group]!.push(pins[pin]!.id);
  });
  const colors = groupColors(pins, groups);
  return groups.leaders.map((at, group) => {
    const leader = pins[at]!;
    const own = ids[group]!;
    const label = own.length > 1 ? mocsAtPinText(own.length) : leader.label;
    return { name: own.join(), ids: own, leader, color: colors[group]!, label };
  });
}

/** The tip of each pin goes to the place of the one that leads its group. */
function movePins(list: HTMLElement | null, { x, y, groups }: PlacedPins): void {
  groups.leaders.forEach((leader, group) => {
    const item = list?.children[group];
    if (!(item instanceof HTMLElement)) return;
    item.style.transform = `translate(${x[leader]!}px, ${y[leader]!}px)`;
    // Southern pins are drawn over northern ones.
    item.style.zIndex = String(Math.round(y[leader]!));
  });
}

const MOST_COUNTED = 99;

/** As over the model, only smaller. */
function Pin({ color, leader: { glyph }, ids: { length: count } }: Group) {
  return (
    <svg viewBox="0 0 30 30" aria-hidden className={css.shape}>
      <path d={PIN_OUTLINE} className={css.casing} />
      <path d={PIN_OUTLINE} fill={color} />
      <g transform="translate(15 11.6)" className={css.glyph}>
        {count > 1 ? <text>{count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}</text> : GLYPHS[glyph]}
      </g>
    </svg>
  );
}

const GLYPHS: Readonly<Record<MapPin['glyph'], React.ReactNode>> = {
  ring: <circle r="5" strokeDasharray="2.4 2.6" />,
  dot: (
    <>
      <circle r="5" />
      <circle r="1.8" className={css.full} />
    </>
  ),
  check: <path d="M-4.5 0.2 L-1.3 3.4 L4.7 -3" />,
  question: <text>?</text>,
};
