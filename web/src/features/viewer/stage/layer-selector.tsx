import { ChevronDown, Layers } from 'lucide-react';
import { useRef, useState } from 'react';
import { modelType } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import { useCommand } from '../../../state/commands.ts';
import { setLayer, stageChoices } from '../../../state/stage.ts';
import { type Segment, Segmented } from '../../../ui/inputs/segmented.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { AlertDialog } from '../../../ui/dialog/alert-dialog.tsx';
import { PopoverButton } from '../../../ui/popover-button.tsx';
import { LAYER_ICONS } from './layer-icons.ts';
import type { LayerOption } from './layer-options.ts';
import { useScreenIndex } from './screen-context.ts';
import { useShownSite } from './use-stage-site.ts';
import hud from './hud.module.css';
import css from './layer-selector.module.css';

interface LayerSelectorProps {
  /** A strip of all layers, a button with the current one, or that button with its icon alone. */
  variant: 'strip' | 'button' | 'icon';
  /** Number of the screen, where there are several. */
  number?: number;
}

/** Which model of the site is shown. A layer that is not there answers why when it is chosen. */
export function LayerSelector({ variant, number }: LayerSelectorProps) {
  const index = useScreenIndex();
  const shown = useShownSite();
  const [refused, setRefused] = useState<LayerOption | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useCommand('showLayers', () => {
    if (stageChoices.active !== index) return;
    const chosen = place.current?.querySelector<HTMLElement>('input:checked');
    if (chosen) chosen.focus();
    else place.current?.querySelector('button')?.click();
  });
  if (!shown) return null;

  const choose = (id: string) => {
    const option = shown.options.find(({ type }) => String(type.id) === id);
    if (option?.availability === 'ready') setLayer(index, option.type.id);
    else setRefused(option ?? null);
  };
  const group = (groupVariant: 'strip' | 'list') => (
    <Segmented
      label="Layer"
      variant={groupVariant}
      segments={shown.options.map(segmentOf)}
      value={shown.layer === null ? null : String(shown.layer)}
      onChange={choose}
    />
  );
  const closeRefusal = () => {
    setRefused(null);
    // A pressed radio has no focus yet when the answer opens, so there is none for the dialog to give back.
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('input:checked, button')?.focus());
  };
  return (
    <div ref={place}>
      {variant === 'strip' ? (
        <div className={classNames(hud.hud, css.strip)}>
          {number !== undefined && <span className={css.number}>{number}</span>}
          {group('strip')}
        </div>
      ) : (
        <LayerButton layer={shown.layer} isIconOnly={variant === 'icon'} number={number ?? null}>
          {group('list')}
        </LayerButton>
      )}
      {refused && <RefusedLayer option={refused} options={shown.options} onClose={closeRefusal} />}
    </div>
  );
}

function segmentOf({ type, availability }: LayerOption): Segment<string> {
  return {
    value: String(type.id),
    label: type.label,
    icon: LAYER_ICONS[type.key],
    isDimmed: availability !== 'ready',
  };
}

interface LayerButtonProps {
  layer: number | null;
  isIconOnly: boolean;
  number: number | null;
  children: React.ReactNode;
}

function LayerButton({ layer, isIconOnly, number, children }: LayerButtonProps) {
  const type = layer === null ? null : modelType(layer);
  const Icon = type && !isIconOnly ? LAYER_ICONS[type.key] : Layers;
  const name = type?.label ?? 'none';
  return (
    <PopoverButton
      label={number === null ? `Layer: ${name}` : `Layer: screen ${number} ${name}`}
      className={classNames(hud.hud, css.button, isIconOnly && css.iconOnly)}
      content={children}
    >
      {number !== null && <span className={css.number}>{number}</span>}{' '}
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {!isIconOnly && (
        <>
          <span className={css.name}>{name}</span>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden className={css.chevron} />
        </>
      )}
    </PopoverButton>
  );
}

function RefusedLayer(props: { option: LayerOption; options: readonly LayerOption[]; onClose: () => void }) {
  const { option, options, onClose } = props;
  if (option.availability === 'forbidden') {
    return <AlertDialog title={option.type.label} text={MESSAGES['stage.layerForbidden']} onClose={onClose} />;
  }
  const present = options.filter(({ availability }) => availability === 'ready').map(({ type }) => type.label);
  const text = present.length > 0 ? `This site has ${present.join(', ')}.` : MESSAGES['stage.noModel'];
  return <AlertDialog title={MESSAGES['stage.layerMissing']} text={text} onClose={onClose} />;
}
