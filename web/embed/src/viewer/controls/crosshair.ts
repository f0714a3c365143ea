import type { ControlsHost } from './controls-host.ts';
import { all, make } from './dom.ts';
import { watchState } from './watch-state.ts';

/** For keyboard users: while a tool is active, Space picks at the crosshair in the centre of the view. */
export function crosshair({ viewed: { stage }, element: host }: ControlsHost): {
  element: HTMLElement;
  end: () => void;
} {
  const element = make('div', { class: 'crosshair', 'aria-hidden': 'true', hidden: true });
  const hide = () => void (element.hidden = true);
  const onKey = (event: KeyboardEvent) => {
    const [target] = event.composedPath();
    // The state itself: the frame that shows a new tool may still be drawn.
    if (stage.state().activeTool === null) return;
    if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'application') return;
    element.hidden = false;
    if (event.code !== 'Space') return;
    event.preventDefault();
    const { width, height } = stage.size();
    stage.tap(width / 2, height / 2);
  };
  host.addEventListener('keydown', onKey);
  host.addEventListener('pointerdown', hide);
  const unwatch = watchState(stage, ({ activeTool }) => activeTool === null && hide());
  const end = () => {
    host.removeEventListener('keydown', onKey);
    host.removeEventListener('pointerdown', hide);
  };
  return { element, end: all([unwatch, end]) };
}
