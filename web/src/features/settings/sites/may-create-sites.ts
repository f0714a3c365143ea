import { isAllowed } from '@overlook/shared/permissions';
import { useSignedIn } from '../../../state/session-context.tsx';

/** Whether the user manages sites everywhere: only then may they add one. */
export const useMayCreateSites = (): boolean => isAllowed(useSignedIn().permissions, null, 'SITES:MANAGE');
