import { PROGRESS_EVERY_MS } from '@overlook/shared/config';
import { STAGE_MESSAGES, EMBED_MESSAGES } from '@overlook/shared/messages';
import { progressLine, progressPercent } from '../../controls/progress-text.ts';
import { throttled } from '../../controls/throttled.ts';
import type { ControlsHost } from './controls-host.ts';
import { all, make } from './dom.ts';

/** Loading progress of the view: the line at the upper edge and the text of the footer. */
export function progressControl(
  { viewed: { stage } }: ControlsHost,
  say: (text: string) => void,
): { readonly line: HTMLElement; readonly text: HTMLElement; readonly end: () => void } {
  const fill = make('span', { class: 'fill' });
  const range = {
    role: 'progressbar',
    'aria-label': EMBED_MESSAGES['embed.tiles'],
    'aria-valuemin': 0,
    'aria-valuemax': 100,
  };
  const line = make('div', { class: 'tile-line', part: 'progress', ...range }, fill);
  const words = make('span', { class: 'words' });
  const retry = make('button', { type: 'button', class: 'retry', part: 'button retry' }, EMBED_MESSAGES['embed.retry']);
  retry.addEventListener('click', () => stage.retryFailed());
  const text = make('p', { class: 'status' }, words, retry);
  let wasSettled = true;
  const show = () => {
    const progress = stage.progress();
    const percent = progressPercent(progress);
    const { text: sentence, state } = progressLine(progress);
    line.setAttribute('aria-valuenow', String(percent));
    line.setAttribute('aria-valuetext', sentence);
    line.toggleAttribute('data-done', progress.settled);
    fill.style.transform = `scaleX(${percent / 100})`;
    words.textContent = sentence;
    text.dataset['state'] = state;
    retry.hidden = state !== 'failed';
    if (progress.settled && !wasSettled) say(STAGE_MESSAGES['stage.settled']);
    wasSettled = progress.settled;
  };
  const showing = throttled(PROGRESS_EVERY_MS, show);
  show();
  return { line, text, end: all([stage.on('progress', showing.request), showing.cancel]) };
}
