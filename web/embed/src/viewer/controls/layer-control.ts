import { MODEL_TYPES, type ModelTypeKey } from '@overlook/shared/config';
import { EMBED_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { ControlsHost } from './controls-host.ts';
import { disclosure } from './disclosure.ts';
import { all, make } from './dom.ts';
import type { IconName } from './icons.ts';
import { radioList } from './radio-list.ts';
import { watchState } from './watch-state.ts';

const ICONS: Readonly<Partial<Record<ModelTypeKey, IconName>>> = {
  textured: 'image',
  shaded: 'mountain',
  pointCloud: 'grip',
  cad: 'boxes',
};

/** The layer selector: a strip if there is room, otherwise a button with a list. */
export function layerControl({ viewed }: ControlsHost): { element: HTMLElement; end: () => void } {
  const layerIds = viewed.layerIds();
  const types = MODEL_TYPES.filter(({ id }) => layerIds.includes(id));
  const list = radioList({
    label: EMBED_MESSAGES['embed.layer'],
    part: 'layers',
    options: types.map(({ id, key, label }) => ({ value: String(id), label, ...(ICONS[key] && { icon: ICONS[key] }) })),
    onChoose: (id) => viewed.showLayer(Number(id)),
  });
  const opener = disclosure({
    icon: 'layers',
    label: EMBED_MESSAGES['embed.layer'],
    part: 'layers-button',
    content: list.element,
  });
  opener.element.classList.add('layers');
  const name = make('span', { class: 'layer-name' });
  opener.button.append(name);
  const unwatch = watchState(viewed.stage, ({ layerId }) => {
    list.choose(layerId === null ? null : String(layerId));
    name.textContent = types.find(({ id }) => id === layerId)?.label ?? '';
    opener.button.setAttribute(
      'aria-label',
      formatMessage(EMBED_MESSAGES['embed.layerShown'], { name: name.textContent || 'none' }),
    );
  });
  return { element: opener.element, end: all([unwatch, opener.end]) };
}
