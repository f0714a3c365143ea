import { Plus } from 'lucide-react';
import { type ComponentType, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { TOOLS_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { command } from '../../../state/commands.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import { AngleCard } from './angle-card.tsx';
import type { CardProps } from './card-props.ts';
import { MeasureCard } from './measure-card.tsx';
import { MetadataCard } from './metadata-card.tsx';
import { TargetCard } from './target-card.tsx';
import { OpenFileEntry } from './open-file-entry.tsx';
import { ProfileEntry } from './profile-entry.tsx';
import { SavedEntry } from './saved/saved-entry.tsx';
import { ShapeCard } from './shape/shape-card.tsx';
import { handleToolKey } from './tool-keys.ts';
import { ToolFields } from './tool-fields.tsx';
import {
  chooseCard,
  type SessionTool,
  setOpenCard,
  type ToolCard,
  toolsStore,
  useActiveTool,
} from '../../../state/session-tools.ts';
import { loadTools } from './load-tools.ts';
import { VolumeCard } from './volume/volume-card.tsx';
import css from './tools-panel.module.css';

/** The cards in their order. */
const CARDS: readonly { readonly id: ToolCard; readonly Card: ComponentType<CardProps> }[] = [
  { id: 'target', Card: TargetCard },
  { id: 'measure', Card: MeasureCard },
  { id: 'angle', Card: AngleCard },
  { id: 'shape', Card: ShapeCard },
  { id: 'volume', Card: VolumeCard },
  { id: 'metadata', Card: MetadataCard },
];

/**
 * The tools on the model: a card for each, one open at a time. The tool of the open card is the active one. On a phone the
 * open card has the sheet for itself.
 */
export function ToolsPanel({ onClose }: { onClose: () => void }) {
  const allowed = useAllowedCards();
  const openCard = useOpenCard(allowed);
  const tool = useActiveTool();
  const isPhone = useLayout() === 'phone';
  useEffect(() => void loadTools(), []);
  const cardsOf = (ids: readonly ToolCard[], onCloseCard: (() => void) | null) =>
    CARDS.filter(({ id }) => ids.includes(id)).map(({ id, Card }) => (
      <Card
        key={id}
        isOpen={id === openCard}
        onOpenChange={(isOpen) => chooseCard(isOpen ? id : null)}
        onClose={onCloseCard}
      />
    ));
  return (
    <div
      role="group"
      aria-label={TOOLS_MESSAGES['tools.tools']}
      className={css.panel}
      onKeyDown={(event) => tool && handleToolKey(tool, event)}
    >
      {isPhone && openCard !== null ? (
        <>
          {cardsOf([openCard], onClose)}
          {tool && <ThumbBar tool={tool} />}
        </>
      ) : (
        <Panel title={TOOLS_MESSAGES['tools.tools']} onClose={onClose}>
          <ToolFields className={css.body}>
            {cardsOf(
              CARDS.map(({ id }) => id).filter((id) => allowed[id]),
              null,
            )}
            <SavedEntry />
            <ProfileEntry />
            <OpenFileEntry />
          </ToolFields>
        </Panel>
      )}
    </div>
  );
}

/** A button for the thumb, because a finger on the model would hide the point. */
function ThumbBar({ tool }: { tool: SessionTool }) {
  return (
    <ToolFields className={css.thumbs}>
      <Button onClick={() => tool.finish()}>{COMMON_MESSAGES['common.done']}</Button>
      <Button tone="primary" icon={Plus} className={css.add} onClick={() => command('pickAtCrosshair')}>
        {TOOLS_MESSAGES['tools.addAtCrosshair']}
      </Button>
    </ToolFields>
  );
}

type AllowedCards = Readonly<Record<ToolCard, boolean>>;

/** Which cards this user has at the selected site; Metadata needs no permission (specification §2 "/tools"). */
const useAllowedCards = (): AllowedCards => ({
  target: useAllowed('TOOLS:TARGET'),
  measure: useAllowed('TOOLS:MEASURE'),
  angle: useAllowed('TOOLS:ANGLE'),
  shape: useAllowed('TOOLS:MEASURE'),
  volume: useAllowed('TOOLS:MEASURE'),
  metadata: true,
});

/**
 * The card to show open: the chosen one, if this user has it. The stages are notified, and again when it is removed.
 */
function useOpenCard(allowed: AllowedCards): ToolCard | null {
  const { chosenCard } = useSnapshot(toolsStore);
  const openCard = chosenCard !== null && allowed[chosenCard] ? chosenCard : null;
  useEffect(() => {
    setOpenCard(openCard);
    return () => setOpenCard(null);
  }, [openCard]);
  return openCard;
}
