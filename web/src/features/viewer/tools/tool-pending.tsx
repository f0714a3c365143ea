import { CloudOff } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { TOOLS_MESSAGES } from '@overlook/shared/messages';
import { ErrorState } from '../../../ui/status/state-message.tsx';
import { Spinner } from '../../../ui/status/spinner.tsx';
import { toolsStore } from '../../../state/session-tools.ts';
import { loadTools } from './load-tools.ts';
import css from './cards.module.css';

/** In place of a tool that is loading with the engine, or that could not be loaded. */
export function ToolPending() {
  const { hasLoadFailed } = useSnapshot(toolsStore);
  if (hasLoadFailed)
    return <ErrorState icon={CloudOff} title={TOOLS_MESSAGES['tools.loadFailed']} onRetry={() => void loadTools()} />;
  return (
    <p className={css.prompt} role="status" aria-label={TOOLS_MESSAGES['tools.loadingTheTool']}>
      <Spinner />
    </p>
  );
}
