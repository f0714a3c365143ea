import { Minus, Plus } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { zoomIn, zoomOut } from '@overlook/embed/controls/view-actions';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { useScreen } from './screen-context.ts';
import hud from './hud.module.css';
import css from './zoom-buttons.module.css';

/** Nearer and farther with one finger, for those who cannot pinch. */
export function ZoomButtons() {
  const { stage } = useScreen();
  return (
    <div className={classNames(hud.hud, css.buttons)}>
      <IconButton icon={Plus} label={STAGE_MESSAGES['stage.zoomIn']} size="l" onClick={() => stage && zoomIn(stage)} />
      <IconButton
        icon={Minus}
        label={STAGE_MESSAGES['stage.zoomOut']}
        size="l"
        onClick={() => stage && zoomOut(stage)}
      />
    </div>
  );
}
