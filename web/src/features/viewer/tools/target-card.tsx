import { Crosshair } from 'lucide-react';
import { TOOLS_MESSAGES } from '@overlook/shared/messages';
import type { TargetTool } from '@overlook/engine';
import type { CardProps } from './card-props.ts';
import { HistoryButtons } from './history-buttons.tsx';
import { ResultActions, ResultMenu } from './result-actions.tsx';
import { TargetRow } from './target-row.tsx';
import { ToolPending } from './tool-pending.tsx';
import { useTools } from '../../../state/session-tools.ts';
import { useTool } from './use-tool.ts';
import { ToolCard } from './tool-card.tsx';
import css from './cards.module.css';

/** Named locations on the model. */
export function TargetCard(props: CardProps) {
  const tool = useTools()?.target;
  return (
    <ToolCard
      title={TOOLS_MESSAGES['tools.targetMode']}
      icon={Crosshair}
      actions={tool && <TargetHead tool={tool} />}
      {...props}
    >
      {tool ? <TargetContent tool={tool} /> : <ToolPending />}
    </ToolCard>
  );
}

function TargetHead({ tool }: { tool: TargetTool }) {
  const isEmpty = useTool(tool).targets.length === 0;
  return (
    <>
      <HistoryButtons tool={tool} />
      <ResultMenu tool={tool} isEmpty={isEmpty} />
    </>
  );
}

function TargetContent({ tool }: { tool: TargetTool }) {
  const { targets, activePointId } = useTool(tool);
  return (
    <>
      <p className={css.prompt}>{TOOLS_MESSAGES['target.prompt']}</p>
      {targets.length > 0 && (
        <ul className={css.list} aria-label={TOOLS_MESSAGES['tools.targets']}>
          {targets.toReversed().map((target) => (
            <TargetRow key={target.id} tool={tool} target={target} isActive={target.pointId === activePointId} />
          ))}
        </ul>
      )}
      {targets.length > 0 && <ResultActions tool={tool} isEmpty={false} />}
    </>
  );
}
