import { CUT_LONGEST_METRES, CUT_SHORTEST_METRES } from '@overlook/shared/config';
import { deltaText, volumeText } from '@overlook/shared/format';
import { boxVolume } from '@overlook/shared/maths';
import { findDefaultBox } from '../../controls/default-box.ts';
import type { SectionBox, Stage, StageState } from '@overlook/engine';
import { EMBED_MESSAGES } from '@overlook/shared/messages';
import type { ViewedStage } from '../api/viewed-stage.ts';
import type { ControlsHost } from './controls-host.ts';
import { all, iconButton, make, setPressed } from './dom.ts';
import { watchState } from './watch-state.ts';

const MODES = [
  { mode: 'resize', label: EMBED_MESSAGES['embed.resize'], icon: 'scaling' },
  { mode: 'move', label: EMBED_MESSAGES['embed.move'], icon: 'move' },
  { mode: 'rotate', label: EMBED_MESSAGES['embed.rotate'], icon: 'rotateCw' },
] as const;

function showBox(viewed: ViewedStage, box: SectionBox | null): void {
  const planes = viewed.stage.state().section?.planes ?? [];
  viewed.stage.update({ sectionBox: box });
  viewed.showSection(box || planes.length > 0 ? { box, planes } : null);
}

/** A slider for the distance of the near cutting plane. */
function cuttingPlane(stage: Stage): { element: HTMLElement; show: (state: StageState) => void } {
  const range = { min: CUT_SHORTEST_METRES, max: CUT_LONGEST_METRES, step: 0.5 };
  const slider = make('input', {
    type: 'range',
    class: 'slider',
    part: 'cut',
    ...range,
    'aria-label': EMBED_MESSAGES['embed.cuttingPlane'],
  });
  const value = make('output', { class: 'cut-value' });
  slider.addEventListener('input', () => stage.update({ nearMetres: Number(slider.value) }));
  return {
    element: make('label', { class: 'cut' }, EMBED_MESSAGES['embed.cut'], slider, value),
    show({ nearMetres }) {
      slider.value = String(nearMetres);
      value.textContent = deltaText(nearMetres).replace(/^\+/, '');
      slider.setAttribute('aria-valuetext', value.textContent);
    },
  };
}

/** The button of the section box, and its bar: mode of the handles, volume, cutting plane. */
export function sectionControl({ viewed }: ControlsHost): {
  readonly button: HTMLButtonElement;
  readonly bar: HTMLElement;
  readonly end: () => void;
} {
  const { stage } = viewed;
  const close = () => {
    showBox(viewed, null);
    stage.update({ sectionHandles: null });
    button.focus();
  };
  const open = () => {
    const { site } = stage.state();
    if (!site) return;
    stage.update({ sectionHandles: 'resize' });
    findDefaultBox(stage, site.origin, (box) => {
      if (stage.state().sectionHandles) showBox(viewed, box);
    });
  };
  const toggle = () => (stage.state().sectionBox ? close() : open());
  const label = EMBED_MESSAGES['embed.sectionBox'];
  const button = iconButton({ icon: 'squareDashed', label, part: 'section', onPress: toggle });
  const modes = MODES.map(({ mode, label, icon }) =>
    iconButton({ icon, label, part: mode, onPress: () => stage.update({ sectionHandles: mode }) }),
  );
  const volume = make('output', { class: 'volume', 'aria-label': EMBED_MESSAGES['embed.volume'] });
  const cut = cuttingPlane(stage);
  const bar = make(
    'section',
    { class: 'hud section-bar', part: 'section-bar', 'aria-label': label },
    make('div', { class: 'modes', role: 'group', 'aria-label': EMBED_MESSAGES['embed.handles'] }, ...modes),
    volume,
    cut.element,
    iconButton({ icon: 'x', label: EMBED_MESSAGES['embed.removeSectionBox'], part: 'close', onPress: close }),
  );
  const follow = (state: StageState) => {
    bar.hidden = state.sectionBox === null;
    setPressed(button, state.sectionBox !== null);
    MODES.forEach(({ mode }, index) => setPressed(modes[index]!, state.sectionHandles === mode));
    volume.textContent = state.sectionBox ? volumeText(boxVolume(state.sectionBox)) : '';
    cut.show(state);
  };
  // The handles and the page change the box; the page may also remove it.
  const onSection = () => {
    const { section, sectionBox } = stage.state();
    if (sectionBox && section?.box !== sectionBox) stage.update({ sectionBox: section?.box ?? null });
  };
  return {
    button,
    bar,
    end: all([watchState(stage, follow), viewed.onSection(onSection)]),
  };
}
