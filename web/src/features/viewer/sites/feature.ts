import { Building2 } from 'lucide-react';
import type { Feature } from '../../../parts/feature.ts';
import { SitesPanel } from './sites-panel.tsx';

export const sites: Feature = {
  screen: { path: '/sites', title: 'Sites', icon: Building2, place: 'panel', screen: SitesPanel, isInTabs: true },
};
