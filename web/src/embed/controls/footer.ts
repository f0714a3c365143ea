import { MESSAGES, qualityReasonText } from '@overlook/shared/messages';
import type { ControlName } from './control-names.ts';
import type { ControlsHost } from './controls-host.ts';
import { coordinatesLine } from './coordinates-line.ts';
import { all, make } from './dom.ts';

/** Attributions of the visible parts of the model and the base map. */
function credits({ viewed: { stage } }: ControlsHost): { element: HTMLElement; end: () => void } {
  const element = make('small', { class: 'credits', part: 'attribution' });
  const show = () => {
    element.textContent = stage.attributions().join(' · ');
    element.title = element.textContent;
  };
  show();
  return {
    element,
    end: all([stage.on('visibleLayer', show), stage.on('progress', ({ settled }) => settled && show())]),
  };
}

/** A note that the model is drawn at reduced quality; the tooltip has the reason. */
function qualityNote({ viewed: { stage } }: ControlsHost): { element: HTMLElement; end: () => void } {
  const element = make('span', { class: 'note', hidden: true }, MESSAGES['stage.qualityReduced']);
  const show = (quality: ReturnType<typeof stage.qualityReport>) => {
    element.hidden = quality.reasons.length === 0;
    element.title = element.hidden ? '' : qualityReasonText(quality);
  };
  show(stage.qualityReport());
  return { element, end: stage.on('quality', show) };
}

/** The lower edge: progress, attributions, quality and coordinates; null if none of them is shown. */
export function footer(
  host: ControlsHost,
  shown: ReadonlySet<ControlName>,
  status: HTMLElement | null,
): { element: HTMLElement; end: () => void } | null {
  const parts = [
    ...(shown.has('attribution') ? [credits(host)] : []),
    ...(shown.has('progress') ? [qualityNote(host)] : []),
    ...(shown.has('coordinates') ? [coordinatesLine(host)] : []),
  ];
  if (parts.length === 0 && !status) return null;
  const elements = [...(status ? [status] : []), ...parts.map(({ element }) => element)];
  return {
    element: make('footer', { class: 'footer', part: 'footer' }, ...elements),
    end: all(parts.map(({ end }) => end)),
  };
}
