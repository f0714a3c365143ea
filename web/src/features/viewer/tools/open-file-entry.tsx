import { FolderOpen } from 'lucide-react';
import { POINTS_MESSAGES, TOOLS_MESSAGES } from '@overlook/shared/messages';
import { command } from '../../../state/commands.ts';
import { Button } from '../../../ui/button/button.tsx';
import css from './profile-entry.module.css';

/** Below the cards of the tools: opens a point cloud file of the user, on devices without drag and drop. */
export const OpenFileEntry = () => (
  <div className={css.entry}>
    <Button icon={FolderOpen} onClick={() => command('openCloudFile')}>
      {TOOLS_MESSAGES['tools.openAPointFile']}
    </Button>
    <p className={css.hint}>{POINTS_MESSAGES['points.openHint']}</p>
  </div>
);
