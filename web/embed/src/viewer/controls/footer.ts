import { GOVERNOR } from '@overlook/shared/config';
import { qualityReasonText, STAGE_MESSAGES, EMBED_MESSAGES } from '@overlook/shared/messages';
import { llaTexts } from '@overlook/shared/format';
import { llaFromEcef, type Vec3 } from '@overlook/shared/maths';
import type { ControlName } from './control-names.ts';
import type { ControlsHost } from './controls-host.ts';
import { disclosure } from './disclosure.ts';
import { all, make } from './dom.ts';
import { watchCentre, watchCursor } from '../../controls/watch-points.ts';

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

/** A note that the model is, or was a few seconds ago, drawn at reduced quality; a press shows the reason. */
function qualityNote({ viewed: { stage } }: ControlsHost): { element: HTMLElement; end: () => void } {
  const reason = make('p', { class: 'reason', part: 'reason' });
  const { element, button, end } = disclosure({
    label: STAGE_MESSAGES['stage.qualityReduced'],
    part: 'note',
    content: reason,
  });
  element.classList.add('note');
  element.hidden = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Who moves the camera cannot press the note: it remains after the movement, and its text until it is closed.
  const hideLater = () => {
    timer = setTimeout(() => (reason.hidden ? (element.hidden = true) : hideLater()), GOVERNOR.readableMs);
  };
  const show = (quality: ReturnType<typeof stage.qualityReport>) => {
    clearTimeout(timer);
    if (quality.reasons.length === 0) return hideLater();
    element.hidden = false;
    button.title = reason.textContent = qualityReasonText(quality);
  };
  show(stage.qualityReport());
  return { element, end: all([stage.on('quality', show), () => clearTimeout(timer), end]) };
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

const NAMES = [EMBED_MESSAGES['embed.lon'], EMBED_MESSAGES['embed.lat'], 'H'] as const;

/** WGS 84 coordinates of the point under the pointer, or at the centre of the view on touch devices. */
function coordinatesLine({ viewed: { stage } }: ControlsHost): { element: HTMLElement; end: () => void } {
  const hasPointer = !matchMedia('(pointer: coarse)').matches;
  const label = hasPointer
    ? EMBED_MESSAGES['embed.coordinatesOfTheCursor']
    : EMBED_MESSAGES['embed.coordinatesMiddleView'];
  const cells = NAMES.map(() => make('dd'));
  const rows = cells.map((cell, index) => make('div', {}, make('dt', {}, NAMES[index]!), cell));
  const element = make('dl', { class: 'coordinates', part: 'coordinates', 'aria-label': label }, ...rows);
  const write = (pointEcef: Vec3 | null) => {
    const texts = pointEcef && Object.values(llaTexts(llaFromEcef(pointEcef)));
    cells.forEach((cell, index) => (cell.textContent = texts?.[index] ?? ''));
    element.toggleAttribute('data-empty', !texts);
  };
  write(null);
  return { element, end: hasPointer ? watchCursor(stage, write) : watchCentre(stage, write) };
}
