import { EMBED_MESSAGES } from '@overlook/shared/messages';
import { watchScale } from '../../controls/watch-scale.ts';
import type { ControlsHost } from './controls-host.ts';
import { make } from './dom.ts';

/** The scale bar for the centre of the view. */
export function scaleControl({ viewed: { stage } }: ControlsHost): { element: HTMLElement; end: () => void } {
  const length = make('span', { class: 'length' });
  const bar = make('span', { class: 'length-bar', 'aria-hidden': 'true' });
  const element = make(
    'div',
    { class: 'hud scale', part: 'scale', role: 'group', 'aria-label': EMBED_MESSAGES['embed.scale'] },
    length,
    bar,
  );
  const groundHeight = stage.state().site?.origin.height ?? 0;
  const end = watchScale(stage, groundHeight, 'metric', (reading) => {
    element.toggleAttribute('data-empty', !reading);
    if (!reading) return;
    length.textContent = reading.text;
    bar.style.width = `${reading.widthPx.toFixed(1)}px`;
  });
  return { element, end };
}
