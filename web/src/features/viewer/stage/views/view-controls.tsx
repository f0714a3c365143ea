import { Box, Grid2x2 } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import type { Stage } from '@overlook/engine';
import { AXIS_VIEWS, showAxisView } from '@overlook/embed/controls/axis-views';
import { otherProjection } from '@overlook/embed/controls/view-actions';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { MenuButton } from '../../../../ui/menu/menu-button.tsx';
import { useScreen } from '../screen-context.ts';
import { AXIS_VIEW_LABELS, axisViewKeys, SQUARE_KEYS } from './axis-view-keys.ts';
import { squareToFace } from './square-to-face.ts';
import hud from '../hud.module.css';
import css from './view-controls.module.css';

/** How the screen projects, and the views along the axes of the site or of its section box. */
export function ViewControls() {
  const { stage } = useScreen();
  return (
    stage && (
      <div className={classNames(hud.hud, css.controls)}>
        <ProjectionSwitch stage={stage} />
        <ViewMenu stage={stage} />
      </div>
    )
  );
}

function ProjectionSwitch({ stage }: { stage: Stage }) {
  const isOrtho = useProjection(stage) === 'orthographic';
  return (
    <IconButton
      icon={Grid2x2}
      label={STAGE_MESSAGES['stage.orthographicView']}
      keys="5"
      isOn={isOrtho}
      aria-pressed={isOrtho}
      onClick={() => stage.setProjection(otherProjection(stage))}
    />
  );
}

function ViewMenu({ stage }: { stage: Stage }) {
  const axes = AXIS_VIEWS.map((view) => ({
    key: view,
    label: AXIS_VIEW_LABELS[view],
    keys: axisViewKeys(view),
    onAction: () => showAxisView(stage, view),
  }));
  const square = {
    key: 'square',
    label: STAGE_MESSAGES['stage.squareToFace'],
    keys: SQUARE_KEYS,
    onAction: () => squareToFace(stage),
  };
  return (
    <MenuButton
      label={STAGE_MESSAGES['stage.axisViews']}
      icon={Box}
      size="m"
      sections={[
        { key: 'axes', entries: axes },
        { key: 'face', entries: [square] },
      ]}
    />
  );
}

/** Renders again only when the projection changes, not with each movement. */
const useProjection = (stage: Stage) =>
  useSyncExternalStore(
    useCallback((onChange) => stage.on('pose', onChange), [stage]),
    () => stage.projection(),
  );
