import { headingDegOf } from '../../controls/compass-pose.ts';
import { turnNorthUp, zoomIn, zoomOut } from '../../controls/view-actions.ts';
import type { Pose } from '@overlook/shared/maths';
import { EMBED_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { ControlName } from './control-names.ts';
import type { ControlsHost } from './controls-host.ts';
import { all, iconButton, make } from './dom.ts';
import { compassRose } from './compass-rose.ts';

/** A compass that follows the camera. A press turns the view to north. */
function compass({ viewed: { stage } }: ControlsHost): { element: HTMLElement; end: () => void } {
  const { drawing, turn } = compassRose();
  const button = make(
    'button',
    { type: 'button', class: 'hud compass', part: 'compass', title: EMBED_MESSAGES['embed.northUp'] },
    drawing,
  );
  let spoken = -1;
  const follow = (pose: Pose) => {
    const heading = headingDegOf(pose);
    turn(heading);
    const rounded = Math.round(heading) % 360;
    if (rounded === spoken) return;
    spoken = rounded;
    button.setAttribute('aria-label', formatMessage(EMBED_MESSAGES['embed.compassHeadingDegrees'], { rounded }));
  };
  follow(stage.pose());
  button.addEventListener('click', () => turnNorthUp(stage));
  return { element: button, end: stage.on('pose', follow) };
}

/** Buttons that enter and leave full screen; null if the page does not permit full screen. */
function fullScreen({ element }: ControlsHost): { element: HTMLElement; end: () => void } | null {
  if (!document.fullscreenEnabled) return null;
  const isFull = () => (element.getRootNode() as Document | ShadowRoot).fullscreenElement === element;
  const toggle = () => (isFull() ? document.exitFullscreen() : element.requestFullscreen());
  // Browsers require a user gesture, such as this press.
  const press = () => void toggle().catch((error: unknown) => console.warn('Full screen was refused.', error));
  const enter = iconButton({
    icon: 'maximize',
    label: EMBED_MESSAGES['embed.fullScreen'],
    part: 'fullscreen',
    onPress: press,
  });
  const leave = iconButton({
    icon: 'minimize',
    label: EMBED_MESSAGES['embed.leaveFullScreen'],
    part: 'fullscreen',
    onPress: press,
  });
  const follow = () => {
    enter.hidden = isFull();
    leave.hidden = !isFull();
  };
  follow();
  document.addEventListener('fullscreenchange', follow);
  return {
    element: make('div', { class: 'pair' }, enter, leave),
    end: () => document.removeEventListener('fullscreenchange', follow),
  };
}

/** Compass, zoom, home and full screen in the upper right corner. */
export function cameraControls(
  host: ControlsHost,
  shown: ReadonlySet<ControlName>,
): { element: HTMLElement; end: () => void } {
  const { stage } = host.viewed;
  const north = shown.has('compass') ? compass(host) : null;
  const full = shown.has('fullscreen') ? fullScreen(host) : null;
  const buttons = [
    ...(shown.has('zoom')
      ? [
          iconButton({
            icon: 'plus',
            label: EMBED_MESSAGES['embed.zoomIn'],
            part: 'zoom-in',
            onPress: () => zoomIn(stage),
          }),
          iconButton({
            icon: 'minus',
            label: EMBED_MESSAGES['embed.zoomOut'],
            part: 'zoom-out',
            onPress: () => zoomOut(stage),
          }),
        ]
      : []),
    ...(shown.has('home')
      ? [
          iconButton({
            icon: 'house',
            label: EMBED_MESSAGES['embed.home'],
            part: 'home',
            onPress: () => host.flyHome(),
          }),
        ]
      : []),
    ...(full ? [full.element] : []),
  ];
  const bar = buttons.length > 0 ? [make('div', { class: 'hud bar', part: 'camera' }, ...buttons)] : [];
  return {
    element: make('div', { class: 'camera' }, ...(north ? [north.element] : []), ...bar),
    end: all([...(north ? [north.end] : []), ...(full ? [full.end] : [])]),
  };
}
