import { useSnapshot } from 'valtio';
import type { Feature, StagePartProps } from '../../../parts/feature.ts';
import { lazyPart } from '../../../parts/lazy-part/lazy-part.tsx';
import { useCommand } from '../../../state/commands.ts';
import { levels as state } from '../../../state/levels.ts';
import { preferences } from '../../../state/preferences.ts';

const LevelControls = lazyPart(async () => (await import('./level-controls.tsx')).LevelControls, { isSilent: true });
const PlanGrid = lazyPart(async () => (await import('./plan-grid.tsx')).PlanGrid, { isSilent: true });

const WhileOpen = (props: StagePartProps) => useSnapshot(state).isPlanOpen && <LevelControls {...props} />;

function Grid(props: StagePartProps) {
  const { isPlanOpen } = useSnapshot(state);
  const { isPlanGridShown } = useSnapshot(preferences);
  return isPlanOpen && isPlanGridShown && <PlanGrid {...props} />;
}

/** Opens and leaves the plan; its code is loaded with the first use. */
function PlanSwitch() {
  useCommand('togglePlan', () => void import('./toggle-plan.ts').then(({ togglePlan }) => togglePlan()));
  return null;
}

export const levels: Feature = {
  onStage: [
    { place: 'over', Part: Grid },
    { place: 'bottom', Part: WhileOpen },
  ],
  onPage: [PlanSwitch],
};
