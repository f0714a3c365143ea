/** The controls of an embedded viewer: plain DOM elements in its shadow root, styled like the product. */
import { EMBED_MESSAGES } from '@overlook/shared/messages';
import { cameraControls } from './camera-controls.ts';
import { allowedControls, type ControlName, wantedControls } from './control-names.ts';
import type { ControlsHost } from './controls-host.ts';
import { crosshair } from './crosshair.ts';
import { adoptStyles } from './controls-styles.ts';
import { all, make } from './dom.ts';
import { footer } from './footer.ts';
import { layerControl } from './layer-control.ts';
import { progressControl } from './progress-control.ts';
import { qualityControl } from './quality-control.ts';
import { scaleControl } from './scale-control.ts';
import { sectionControl } from './section-control.ts';
import { toolBar } from './tool-bar.ts';
import { toolControls } from './tool-controls.ts';

interface Part {
  readonly element: HTMLElement;
  readonly end: () => void;
}

/** Tools, section box and quality: one bar with its cards. */
function workParts(host: ControlsHost, shown: ReadonlySet<ControlName>, say: (text: string) => void): Part {
  const tools = toolControls(host, shown, say);
  const section = shown.has('section') ? sectionControl(host) : null;
  const quality = shown.has('quality') ? qualityControl(host) : null;
  const stops = [...tools.buttons, ...(section ? [section.button] : []), ...(quality ? [quality.element] : [])];
  return {
    element: make(
      'div',
      { class: 'work' },
      ...(stops.length > 0 ? [toolBar(EMBED_MESSAGES['embed.tools'], 'tools', stops)] : []),
      tools.card,
      ...(section ? [section.bar] : []),
    ),
    end: all([tools.end, ...(section ? [section.end] : []), ...(quality ? [quality.end] : [])]),
  };
}

/**
 * Adds the controls to `root`: those that `wanted` (the attribute `controls`) names and the visitor's grant allows. Returns a
 * function that removes them.
 */
export function mountControls(root: ShadowRoot, host: ControlsHost, wanted: string | null): () => void {
  const shown = allowedControls(wantedControls(wanted), host.visit);
  const status = make('p', { class: 'visually-hidden', role: 'status' });
  const say = (text: string) => void (status.textContent = text);
  const progress = shown.has('progress') ? progressControl(host, say) : null;
  const single = [
    ...(shown.has('layers') ? [layerControl(host)] : []),
    cameraControls(host, shown),
    ...(shown.has('scale') ? [scaleControl(host)] : []),
    crosshair(host),
  ];
  const work = workParts(host, shown, say);
  const bottom = footer(host, shown, progress?.text ?? null);
  const element = make(
    'div',
    { class: 'controls', part: 'controls' },
    ...(progress ? [progress.line] : []),
    ...single.map((part) => part.element),
    work.element,
    ...(bottom ? [bottom.element] : []),
    status,
  );
  element.toggleAttribute('data-footer', bottom !== null);
  const dropStyles = adoptStyles(root);
  root.append(element);
  return all([
    ...single.map((part) => part.end),
    work.end,
    ...(progress ? [progress.end] : []),
    ...(bottom ? [bottom.end] : []),
    () => element.remove(),
    dropStyles,
  ]);
}
