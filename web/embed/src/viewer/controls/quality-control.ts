import { QUALITY_LEVELS } from '@overlook/shared/config';
import { EMBED_MESSAGES } from '@overlook/shared/messages';
import type { ControlsHost } from './controls-host.ts';
import { disclosure } from './disclosure.ts';
import { all } from './dom.ts';
import { radioList } from './radio-list.ts';
import { watchState } from './watch-state.ts';

/** The selection of the quality level. */
export function qualityControl({ viewed }: ControlsHost): { element: HTMLElement; end: () => void } {
  const list = radioList({
    label: EMBED_MESSAGES['embed.quality'],
    part: 'qualities',
    options: QUALITY_LEVELS.map(({ key, label }) => ({ value: key, label })),
    onChoose: (quality) => viewed.setQuality(quality),
  });
  const opener = disclosure({
    icon: 'gauge',
    label: EMBED_MESSAGES['embed.quality'],
    part: 'quality',
    content: list.element,
  });
  return {
    element: opener.element,
    end: all([watchState(viewed.stage, ({ quality }) => list.choose(quality)), opener.end]),
  };
}
