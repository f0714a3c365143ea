/** The plan in one load, with its first use. */
export { LevelControls } from './level-controls.tsx';
export { PlanGrid } from './plan-grid.tsx';
export { togglePlan } from './toggle-plan.ts';
