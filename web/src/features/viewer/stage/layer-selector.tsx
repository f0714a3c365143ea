import { ChevronDown, Layers } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import { NEARBY_PHOTOS, modelType } from '@overlook/shared/config';
import { dateText } from '@overlook/shared/format';
import { STAGE_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { useCommand } from '../../../state/commands.ts';
import type { SwipeSide } from '@overlook/engine';
import { leave } from '../../../state/leaving.ts';
import { photos, PHOTOS_PATH, setPhotoLayer } from '../../../state/photos.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { setLayer, stageChoices } from '../../../state/stage.ts';
import { setSecondLayer } from '../../../state/swipe.ts';
import { type Segment, Segmented } from '../../../ui/inputs/segmented.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { AlertDialog } from '../../../ui/dialog/alert-dialog.tsx';
import { PopoverButton } from '../../../ui/popover-button.tsx';
import { LAYER_ICONS } from '../../../parts/layer-icons.ts';
import type { LayerOption } from '@overlook/embed/controls/layer-options';
import { useScreenIndex } from './screen-context.ts';
import { SIDE_NAMES, partSides, useSwipe } from './swipe/use-swipe.ts';
import { useShownSite } from './use-stage-site.ts';
import hud from './hud.module.css';
import css from './layer-selector.module.css';

interface LayerSelectorProps {
  /** A strip of all layers, a button with the current one, or that button with its icon alone. */
  variant: 'strip' | 'button' | 'icon';
  /** Number of the screen, where there are several. */
  number?: number;
  /** The side of a swipe that it chooses for. */
  side?: SwipeSide;
}

/** Which model of the site is shown. Choosing an unavailable layer shows the reason. */
export function LayerSelector({ variant, number, side = 'first' }: LayerSelectorProps) {
  const index = useScreenIndex();
  const shown = useShownSite();
  const swipe = useSwipe();
  const photoLayer = usePhotoLayer(index, swipe !== null);
  const [refused, setRefused] = useState<LayerOption | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useCommand('showLayers', () => {
    if (stageChoices.active !== index || side === 'second') return;
    const chosen = place.current?.querySelector<HTMLElement>('input:checked');
    if (chosen) chosen.focus();
    else place.current?.querySelector('button')?.click();
  });
  if (!shown) return null;
  const layers = { first: shown.layer, second: swipe?.secondLayer ?? null };
  const layer = layers[side];
  const other = swipe && layers[side === 'first' ? 'second' : 'first'];

  const model = swipe && shown.models.find(({ modeltypeId }) => modeltypeId === layer);
  const capture = side === 'first' ? shown.capture : (swipe?.secondCapture ?? null);
  const date = capture?.date ?? (model?.publishedAt ? dateText(new Date(model.publishedAt)) : null);

  const choose = (id: string) => {
    if (id === PHOTOS_ID) return openPhotoLayer(index);
    const option = shown.options.find(({ type }) => String(type.id) === id);
    if (option?.availability === 'ready' && photoLayer?.isChosen) setPhotoLayer(null);
    if (option?.availability !== 'ready') return setRefused(option ?? null);
    const { id: chosen } = option.type;
    if (side === 'second') setSecondLayer(chosen);
    else setLayer(index, chosen);
    if (swipe) partSides(shown, side === 'first' ? chosen : layers.first, side === 'second' ? chosen : layers.second);
  };
  const group = (groupVariant: 'strip' | 'list') => (
    <Segmented
      label={STAGE_MESSAGES['stage.layer']}
      variant={groupVariant}
      segments={[
        ...shown.options.map((option) =>
          segmentOf(option, other === null || (shown.captures?.countOf(other) ?? 0) > 1 ? null : other),
        ),
        ...(photoLayer ? [{ value: PHOTOS_ID, label: NEARBY_PHOTOS.label, icon: LAYER_ICONS[NEARBY_PHOTOS.key] }] : []),
      ]}
      value={photoLayer?.isChosen ? PHOTOS_ID : layer === null ? null : String(layer)}
      onChange={choose}
    />
  );
  const closeRefusal = () => {
    setRefused(null);
    // A pressed radio has no focus yet when the dialog opens, so the dialog could not return it.
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('input:checked, button')?.focus());
  };
  return (
    <div ref={place}>
      {variant === 'strip' ? (
        <div className={classNames(hud.hud, css.strip)}>
          {number !== undefined && <span className={css.number}>{number}</span>}
          {group('strip')}
          {capture && <span className={classNames(css.date, css.captured)}>{capture.date}</span>}
        </div>
      ) : (
        <LayerButton
          layer={photoLayer?.isChosen ? NEARBY_PHOTOS.id : layer}
          isIconOnly={variant === 'icon'}
          place={placeOf(number, swipe && SIDE_NAMES[swipe.direction][side])}
          date={date}
          isCaptured={capture !== null}
        >
          {group('list')}
        </LayerButton>
      )}
      {refused && <RefusedLayer option={refused} options={shown.options} onClose={closeRefusal} />}
    </div>
  );
}

const PHOTOS_ID = String(NEARBY_PHOTOS.id);

/**
 * The entry for nearby photos, which need no model: null without the permission, and in a swipe. Choosing it opens their
 * panel; the stage continues to show its model.
 */
function usePhotoLayer(index: number, isSwiping: boolean): { isChosen: boolean } | null {
  const isAllowed = useAllowed(NEARBY_PHOTOS.token);
  const { layerScreen } = useSnapshot(photos);
  return isAllowed && !isSwiping ? { isChosen: layerScreen === index } : null;
}

function openPhotoLayer(index: number): void {
  setPhotoLayer(index);
  if (location.pathname !== PHOTOS_PATH) leave(() => navigate(PHOTOS_PATH));
}

/** `other`: the layer of the other side, which cannot be on both. */
function segmentOf({ type, availability }: LayerOption, other: number | null): Segment<string> {
  return {
    ...(type.id === other ? { disabledReason: STAGE_MESSAGES['stage.onOtherSide'] } : {}),
    value: String(type.id),
    label: type.label,
    icon: LAYER_ICONS[type.key],
    isDimmed: availability !== 'ready',
  };
}

/** The part of the stage to which a button belongs, in its name and, where its place does not show it, as its text. */
interface Place {
  readonly name: string;
  readonly mark: string | null;
}

function placeOf(number: number | undefined, side: string | null): Place | null {
  if (number !== undefined) return { name: `screen ${number} `, mark: String(number) };
  if (side === null) return null;
  // The buttons are left and right of the top.
  const isPlain = side === 'left' || side === 'right';
  return { name: `${side} `, mark: isPlain ? null : side[0]!.toUpperCase() + side.slice(1) };
}

interface LayerButtonProps {
  layer: number | null;
  isIconOnly: boolean;
  place: Place | null;
  /** Of the capture, or when the layer was published. */
  date: string | null;
  /** The date is that of the capture. */
  isCaptured: boolean;
  children: React.ReactNode;
}

function LayerButton({ layer, isIconOnly, place, date, isCaptured, children }: LayerButtonProps) {
  const type = layer === null ? null : modelType(layer);
  const Icon = type && !isIconOnly ? LAYER_ICONS[type.key] : Layers;
  const name = type?.label ?? 'none';
  return (
    <PopoverButton
      label={formatMessage(STAGE_MESSAGES['stage.layerShown'], {
        place: place?.name ?? '',
        name,
        date: date ? ` ${date}` : '',
      })}
      className={classNames(hud.hud, css.button, isIconOnly && css.iconOnly)}
      content={children}
    >
      {place?.mark && <span className={css.number}>{place.mark}</span>}{' '}
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {!isIconOnly && (
        <>
          <span className={css.name}>{name}</span>{' '}
          {date && <span className={classNames(css.date, isCaptured && css.captured)}>{date}</span>}
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden className={css.chevron} />
        </>
      )}
    </PopoverButton>
  );
}

function RefusedLayer(props: { option: LayerOption; options: readonly LayerOption[]; onClose: () => void }) {
  const { option, options, onClose } = props;
  if (option.availability === 'forbidden') {
    return <AlertDialog title={option.type.label} text={STAGE_MESSAGES['stage.layerForbidden']} onClose={onClose} />;
  }
  const present = options.filter(({ availability }) => availability === 'ready').map(({ type }) => type.label);
  const text =
    present.length > 0
      ? formatMessage(STAGE_MESSAGES['stage.thisSiteHas'], { layers: present.join(', ') })
      : STAGE_MESSAGES['stage.noModel'];
  return <AlertDialog title={STAGE_MESSAGES['stage.layerMissing']} text={text} onClose={onClose} />;
}
