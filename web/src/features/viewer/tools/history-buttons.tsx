import { Redo2, Undo2 } from 'lucide-react';
import { COMMON_MESSAGES, TOOLS_MESSAGES } from '@overlook/shared/messages';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import type { SessionTool } from '../../../state/session-tools.ts';
import { useTool } from './use-tool.ts';

/** Undo and redo of a tool, disabled at the ends of its history (specification §4). */
export function HistoryButtons({ tool }: { tool: SessionTool }) {
  const { canUndo, canRedo } = useTool<{ canUndo: boolean; canRedo: boolean }>(tool);
  return (
    <>
      <IconButton
        icon={Undo2}
        label={COMMON_MESSAGES['common.undo']}
        keys="Ctrl Z"
        size="s"
        disabled={!canUndo}
        onClick={() => tool.undo()}
      />
      <IconButton
        icon={Redo2}
        label={TOOLS_MESSAGES['tools.redo']}
        keys="Ctrl Y"
        size="s"
        disabled={!canRedo}
        onClick={() => tool.redo()}
      />
    </>
  );
}
