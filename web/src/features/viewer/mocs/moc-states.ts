import { CircleCheckBig, CircleDashed, CircleDot, type LucideIcon } from 'lucide-react';
import type { MocState } from '@overlook/shared/config';

/** How a state is shown: never by colour alone (interface brief §2 "MOC states"). */
export const MOC_STATE_LOOKS: Readonly<Record<MocState, { readonly label: string; readonly icon: LucideIcon }>> = {
  proposed: { label: 'Proposed', icon: CircleDashed },
  approved: { label: 'Approved', icon: CircleDot },
  completed: { label: 'Completed', icon: CircleCheckBig },
};
