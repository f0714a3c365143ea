import { Building2 } from 'lucide-react';
import { SITES_MESSAGES } from '@overlook/shared/messages';
import type { Feature } from '../../../parts/feature.ts';
import { SitesPanel } from './sites-panel.tsx';

export const sites: Feature = {
  screen: {
    path: '/sites',
    title: SITES_MESSAGES['sites.sites'],
    icon: Building2,
    place: 'panel',
    screen: SitesPanel,
    isInTabs: true,
  },
};
