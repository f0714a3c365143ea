import { Fragment } from 'react';
import { useSnapshot } from 'valtio';
import { stageTools } from '../../../state/tools.ts';
import { lazyPart } from '../../../parts/lazy-part/lazy-part.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { useIsTouch } from '../../../ui/use-is-touch.ts';
import { clickPrompt, type Prompt, promptOf, touchText } from '@overlook/embed/controls/prompt-text';
import { COMMON_MESSAGES } from '@overlook/shared/messages';
import { type SessionTool, useActiveTool } from '../../../state/session-tools.ts';
import { useTool } from './use-tool.ts';
import css from './tool-prompt.module.css';

const SnapControls = lazyPart(async () => (await import('./snap/snap-controls.tsx')).SnapControls, { isSilent: true });

/** Shown over the active screen: the effect of the next click. Nothing while clicks have no effect. */
export function ToolPrompt() {
  const { override, overridePrompt, isOverrideCancellable } = useSnapshot(stageTools);
  const tool = useActiveTool();
  if (overridePrompt) {
    const onCancel = isOverrideCancellable ? () => stageTools.override?.cancel() : undefined;
    return <Chip prompt={clickPrompt(overridePrompt)} onCancel={onCancel} snaps={!override?.takesSurface} />;
  }
  return tool && <PromptOf tool={tool} />;
}

function PromptOf({ tool }: { tool: SessionTool }) {
  useTool<unknown>(tool);
  return <Chip prompt={promptOf(tool)} snaps />;
}

interface ChipProps {
  prompt: Prompt;
  /** What a finger cancels with in place of a key. */
  onCancel?: (() => void) | undefined;
  snaps: boolean;
}

function Chip({ prompt, onCancel, snaps }: ChipProps) {
  const isTouch = useIsTouch();
  return (
    <div className={css.prompt}>
      <p>{isTouch ? touchText(prompt) : prompt.text}</p>
      <span className={css.keys}>
        {prompt.keys.map(({ key, does }) => (
          <Fragment key={key}>
            <kbd className={css.key}>{key}</kbd>
            {does}
          </Fragment>
        ))}
      </span>
      {snaps && <SnapControls />}
      {isTouch && onCancel && (
        <Button className={css.cancel} onClick={onCancel}>
          {COMMON_MESSAGES['common.cancel']}
        </Button>
      )}
    </div>
  );
}
