import { MESSAGES, qualityReasonText } from '@overlook/shared/messages';
import type { ControlName } from './control-names.ts';
import type { ControlsHost } from './controls-host.ts';
import { coordinatesLine } from './coordinates-line.ts';
import { all, make } from './dom.ts';

/** The credits of the model and the base map. Parts that are not drawn have no credit. */
function credits({ viewed: { stage } }: ControlsHost): { element: HTMLElement; end: () => void } {
  const element = make('small', { class: 'credits', part: 'attribution' });
  const show = () => {
    element.textContent = stage.attributions().join(' · ');
    element.title = element.textContent;
  };
  show();
  return { element, end: all([stage.on('seenLayer', show), stage.on('progress', ({ settled }) => settled && show())]) };
}

/** Says that the model is drawn less finely than was chosen, and in its tooltip why. */
function qualityNote({ viewed: { stage } }: ControlsHost): { element: HTMLElement; end: () => void } {
  const element = make('span', { class: 'note', hidden: true }, MESSAGES['stage.qualityReduced']);
  const show = (quality: ReturnType<typeof stage.qualityReport>) => {
    element.hidden = quality.reasons.length === 0;
    element.title = element.hidden ? '' : qualityReasonText(quality);
  };
  show(stage.qualityReport());
  return { element, end: stage.on('quality', show) };
}

/** Along the lower edge: progress, credits, quality and coordinates; null where none of them is shown. */
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
