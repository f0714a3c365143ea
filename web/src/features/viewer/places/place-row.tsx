import { Archive, Copy, Ellipsis, Image, Pencil, Share2 } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { PlaceSummary } from '@overlook/shared/schemas';
import { PLACES_MESSAGES, COMMON_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { placePicture } from '../../../api/places.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { DateWords } from '../../../ui/date-words.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { usePlaceAddress } from './place-address.ts';
import { PlaceName } from './place-name.tsx';
import css from './places.module.css';

/** A single click opens a Place once it cannot become a double click any more, milliseconds. */
const DOUBLE_CLICK_MS = 250;

interface PlaceRowProps {
  place: PlaceSummary;
  /** Its index, and the number of rows in the list; `topPx` is given for a row outside the view that stays mounted. */
  at: { row: number; count: number; topPx: number | undefined };
  /** Null where all Places are of one site. */
  siteName: string | null | undefined;
  /** Something in the row has got the focus. */
  onFocus: () => void;
  onOpen: () => void;
  /** A pointer or the focus has entered or left the name of the Place. */
  onPointed: (isPointed: boolean) => void;
  /** Answers false when the name could not be saved. */
  onRename: (name: string) => Promise<boolean>;
  onShare: () => void;
  onArchive: () => void;
}

/** One Place: a press opens it, a double click on it or F2 lets its name be typed over (specification §4 "Place name"). */
export function PlaceRow({ place, at, siteName, onFocus, onPointed, ...actions }: PlaceRowProps) {
  const { onOpen, onRename, onShare, onArchive } = actions;
  const [isRenamed, setRenamed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const edit = () => {
    clearTimeout(timer.current);
    setRenamed(true);
  };
  const onClick = ({ detail }: MouseEvent) => {
    clearTimeout(timer.current);
    // A key has no detail, and cannot become a double click.
    if (detail === 0) onOpen();
    else if (detail === 1) timer.current = setTimeout(onOpen, DOUBLE_CLICK_MS);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'F2') return;
    event.preventDefault();
    edit();
  };
  const endEdit = () => {
    setRenamed(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <li
      className={css.row}
      data-row={at.row}
      data-kept={at.topPx !== undefined}
      style={{ top: at.topPx }}
      aria-posinset={at.row + 1}
      aria-setsize={at.count}
      onFocus={onFocus}
    >
      <Picture url={placePicture(place, 'thumb')} />
      {isRenamed ? (
        <PlaceName name={place.name} onRename={onRename} onDone={endEdit} />
      ) : (
        <button
          ref={button}
          type="button"
          className={css.open}
          onClick={onClick}
          onDoubleClick={edit}
          onKeyDown={onKeyDown}
          onPointerEnter={() => onPointed(true)}
          onPointerLeave={() => onPointed(false)}
          onFocus={() => onPointed(true)}
          onBlur={() => onPointed(false)}
          aria-keyshortcuts="F2"
        >
          <span className={css.name}>{place.name}</span>
          <span className={css.facts}>
            {siteName && <span className={css.site}>{siteName}</span>}
            <DateWords iso={place.createdAt} />
          </span>
        </button>
      )}
      <IconButton
        icon={Share2}
        size="s"
        label={formatMessage(PLACES_MESSAGES['place.share'], { name: place.name })}
        onClick={onShare}
      />
      <PlaceMenu place={place} onRename={edit} onArchive={onArchive} />
    </li>
  );
}

interface PlaceMenuProps {
  place: PlaceSummary;
  onRename: () => void;
  onArchive: () => void;
}

function PlaceMenu({ place, onRename, onArchive }: PlaceMenuProps) {
  const address = usePlaceAddress(place);
  return (
    <MenuButton
      label={formatMessage(PLACES_MESSAGES['place.moreOf'], { name: place.name })}
      icon={Ellipsis}
      sections={[
        {
          key: 'actions',
          entries: [
            { key: 'rename', label: PLACES_MESSAGES['place.rename'], icon: Pencil, keys: 'F2', onAction: onRename },
            {
              key: 'copy',
              label: PLACES_MESSAGES['place.copyLink'],
              icon: Copy,
              onAction: () => void copyText(address),
            },
            { key: 'archive', label: COMMON_MESSAGES['common.archive'], icon: Archive, onAction: onArchive },
          ],
        },
      ]}
    />
  );
}

function Picture({ url }: { url: string | null }) {
  const [isBroken, setBroken] = useState(false);
  if (url === null || isBroken) {
    return (
      <span className={css.picture} aria-hidden>
        <Image size={16} strokeWidth={1.75} />
      </span>
    );
  }
  return <img src={url} alt="" loading="lazy" className={css.picture} onError={() => setBroken(true)} />;
}
