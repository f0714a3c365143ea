import { Activity } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { PROFILE_MESSAGES, TOOLS_MESSAGES } from '@overlook/shared/messages';
import { usePointCloud } from '../../../api/point-cloud.ts';
import { command } from '../../../state/commands.ts';
import { profile } from '../../../state/profile.ts';
import { Button } from '../../../ui/button/button.tsx';
import css from './profile-entry.module.css';

/** Under the cards of the tools: the button for a section through the point cloud. */
export function ProfileEntry() {
  const isOpen = useSnapshot(profile).tool !== null;
  const hasCloud = usePointCloud() !== null;
  return (
    <div className={css.entry}>
      <Button
        icon={Activity}
        disabledReason={hasCloud ? null : PROFILE_MESSAGES['profile.noCloud']}
        aria-pressed={isOpen}
        onClick={() => command('toggleProfile')}
      >
        {TOOLS_MESSAGES['tools.profile']}
      </Button>
      <p className={css.hint}>{hasCloud ? PROFILE_MESSAGES['profile.hint'] : PROFILE_MESSAGES['profile.noCloud']}</p>
    </div>
  );
}
