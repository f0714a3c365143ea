import type { ComponentType } from 'react';
import { useSnapshot } from 'valtio';
import type { Feature, StagePartProps } from '../../../parts/feature.ts';
import { lazyPart } from '../../../parts/lazy-part/lazy-part.tsx';
import { useCommand } from '../../../state/commands.ts';
import { levels as state } from '../../../state/levels.ts';

const loadParts = () => import('./late-parts.ts');

/** Parts whose code is loaded with the first plan. */
const ofPlan = (load: () => Promise<ComponentType<StagePartProps>>) => {
  const Part = lazyPart(load, { isSilent: true });
  return (props: StagePartProps) => useSnapshot(state).isPlanOpen && <Part {...props} />;
};

function PlanSwitch() {
  useCommand('togglePlan', () => void loadParts().then(({ togglePlan }) => togglePlan()));
  return null;
}

export const levels: Feature = {
  onStage: [
    { place: 'over', Part: ofPlan(async () => (await loadParts()).PlanGrid) },
    { place: 'bottom', Part: ofPlan(async () => (await loadParts()).LevelControls) },
  ],
  onPage: [PlanSwitch],
};
