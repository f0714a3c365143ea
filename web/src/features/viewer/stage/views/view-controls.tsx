import { Grid2x2 } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import type { Stage } from '@overlook/engine';
import { otherProjection } from '@overlook/embed/controls/view-actions';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { useScreen } from '../screen-context.ts';
import hud from '../hud.module.css';

/** How the screen projects. */
export function ViewControls() {
  const { stage } = useScreen();
  return stage && <ProjectionSwitch stage={stage} />;
}

function ProjectionSwitch({ stage }: { stage: Stage }) {
  const isOrtho = useProjection(stage) === 'orthographic';
  return (
    <div className={hud.hud}>
      <IconButton
        icon={Grid2x2}
        label={STAGE_MESSAGES['stage.orthographicView']}
        keys="5"
        isOn={isOrtho}
        aria-pressed={isOrtho}
        onClick={() => stage.setProjection(otherProjection(stage))}
      />
    </div>
  );
}

/** Renders again only when the projection changes, not with each movement. */
const useProjection = (stage: Stage) =>
  useSyncExternalStore(
    useCallback((onChange) => stage.on('pose', onChange), [stage]),
    () => stage.projection(),
  );
