import type { Feature } from '../../../parts/feature.ts';
import { SectionControls } from './section-controls.tsx';

export const section: Feature = { onStage: [{ place: 'bottom', Part: SectionControls }] };
