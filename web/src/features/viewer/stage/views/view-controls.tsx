import { Box, Frame, Grid2x2 } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import type { Stage } from '@overlook/engine';
import { AXIS_VIEWS, showAxisView } from '@overlook/embed/controls/axis-views';
import { otherProjection } from '@overlook/embed/controls/view-actions';
import { LEVELS_MESSAGES, STAGE_MESSAGES } from '@overlook/shared/messages';
import { command } from '../../../../state/commands.ts';
import { levels } from '../../../../state/levels.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { MenuButton } from '../../../../ui/menu/menu-button.tsx';
import { useScreen } from '../screen-context.ts';
import { AXIS_VIEW_LABELS, axisViewKeys, SQUARE_KEYS } from './axis-view-keys.ts';
import { squareToFace } from './square-to-face.ts';
import hud from '../hud.module.css';
import css from './view-controls.module.css';

/** How the screen projects, the plan, and the views along the axes of the site or of its section box. */
export function ViewControls() {
  const { stage } = useScreen();
  return (
    stage && (
      <div className={classNames(hud.hud, css.controls)}>
        <ProjectionSwitch stage={stage} />
        <PlanSwitch />
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

function PlanSwitch() {
  const { isPlanOpen } = useSnapshot(levels);
  return (
    <IconButton
      icon={Frame}
      label={LEVELS_MESSAGES['levels.plan']}
      keys="Z"
      isOn={isPlanOpen}
      aria-pressed={isPlanOpen}
      onClick={() => command('togglePlan')}
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
