import { CloudOff, Redo2, Spline, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { AREA_RULES, pointsText, TOOLS_MESSAGES, MOCS_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import type { Moc, MocArea } from '@overlook/shared/schemas';
import { failureOf } from '../../../api/failure.ts';
import type { AreaTool } from '@overlook/engine';
import { newUuid } from '../../../state/new-uuid.ts';
import { useUnsaved } from '../../../state/leaving.ts';
import { announce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Skeleton } from '../../../ui/status/skeleton.tsx';
import { ErrorState } from '../../../ui/status/state-message.tsx';
import { AreaConflictChoice } from './area-conflict.tsx';
import { AreaSettings } from './area-settings.tsx';
import { areaInput } from './area-input.ts';
import { AreaConflict, type AreaInput, type SavedArea } from './save-area.ts';
import { TheirSave } from '../../../parts/form/their-save.tsx';
import { useAreaState, useAreaTool } from './use-area-tool.ts';
import css from './area-card.module.css';

interface AreaCardProps {
  moc: Pick<Moc, 'id' | 'state'>;
  /** The area to be edited; null draws a new one. */
  area: MocArea | null;
  /** What another person has saved of it since; null for nothing. */
  theirs: SavedArea | null;
  /**
   * Rejects when it could not be saved: the drawn corners are kept. With an `AreaConflict` a person chooses; `version`
   * is then that of the change whose area is to be replaced.
   */
  onSave: (area: AreaInput, version?: number) => Promise<void>;
  onCancel: () => void;
}

/** Draws an area of a change on the model, or edits one; clicks on the model are for it while it is shown. */
export function AreaCard(props: AreaCardProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <section className={css.card} aria-label={MOCS_MESSAGES['moc.area']}>
      <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
    </section>
  );
}

function Attempt({ onRetry, ...props }: AreaCardProps & { onRetry: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const leave = useEffectEvent(() => setAsking(true));
  const tool = useAreaTool(props.area, props.moc.state, () => leave());
  if (tool === 'loading') return <Skeleton className={css.loading} />;
  if (tool === 'failed')
    return <ErrorState icon={CloudOff} title={TOOLS_MESSAGES['tools.loadFailed']} onRetry={onRetry} />;
  return <Editor {...props} tool={tool} isAsking={isAsking} onAsk={setAsking} />;
}

interface EditorProps extends AreaCardProps {
  tool: AreaTool;
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
}

function Editor({ tool, moc, area, theirs, onSave, onCancel, isAsking, onAsk }: EditorProps) {
  const [name, setName] = useState(area?.name ?? MOCS_MESSAGES['moc.area']);
  const { drawing, problem, refused, canUndo, canRedo } = useAreaState(tool);
  const { save, failure, conflict, isBusy } = useSave(tool, name, area, onSave);
  const choice = isBusy ? null : (theirs ?? conflict);
  const hasName = name.trim() !== '';
  const isChanged = canUndo || (area !== null && area.name !== name);
  const reason = refused ?? problem;
  useUnsaved(isChanged);
  useSpoken(refused);
  const done = useRef<HTMLButtonElement>(null);
  useFocusOnClosed(done, drawing.isClosed);
  // Escape on the model asks too; without unsaved input there is no question.
  useEffect(() => {
    if (isAsking && !isChanged) onCancel();
  }, [isAsking, isChanged, onCancel]);

  return (
    <div className={css.body} role="presentation" onKeyDown={(event) => handleKey(event, tool)}>
      <div className={css.head}>
        <Spline size={16} strokeWidth={1.75} aria-hidden />
        <TextField
          label={MOCS_MESSAGES['moc.nameOfTheArea']}
          isLabelHidden
          value={name}
          onChange={setName}
          error={hasName ? null : MOCS_MESSAGES['area.nameRequired']}
        />
        <span className={css.points}>{pointsText(drawing.corners.length)}</span>
      </div>
      <AreaSettings tool={tool} drawing={drawing} mocState={moc.state} />
      <p className={css.reason} role="status">
        {failure ?? (drawing.corners.length > 0 && reason ? AREA_RULES[reason] : '')}
      </p>
      {theirs && !conflict && !isBusy && <TheirSave kind={MOCS_MESSAGES['moc.moc']} save={theirs.save} />}
      {choice && (
        <AreaConflictChoice
          mine={drawing}
          name={name.trim()}
          theirs={choice.theirs}
          onMine={() => void save(choice.version)}
          onTheirs={onCancel}
        />
      )}
      <div className={css.actions}>
        <Button
          ref={done}
          tone="primary"
          isBusy={isBusy}
          disabled={problem !== null || !hasName}
          onClick={() => void save()}
        >
          {COMMON_MESSAGES['common.done']}
        </Button>
        <Button tone="ghost" onClick={() => onAsk(true)}>
          {COMMON_MESSAGES['common.cancel']}
        </Button>
        <History tool={tool} canUndo={canUndo} canRedo={canRedo} />
      </div>
      {isAsking && isChanged && (
        <ConfirmDialog
          title={MOCS_MESSAGES['moc.discardArea']}
          text={MOCS_MESSAGES['area.keepDrawing']}
          verb={MOCS_MESSAGES['moc.discardButton']}
          safeVerb={MOCS_MESSAGES['moc.keepDrawing']}
          tone="danger"
          onConfirm={onCancel}
          onClose={() => onAsk(false)}
        />
      )}
    </div>
  );
}

/** Saves the drawn area. A failure, or a conflict with the area of another person, is kept for the card. */
function useSave(tool: AreaTool, name: string, area: MocArea | null, onSave: AreaCardProps['onSave']) {
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<AreaConflict | null>(null);
  const [isBusy, setBusy] = useState(false);
  // The same in every attempt, so that the server recognises a repeated request whose response was lost.
  const [guid] = useState(newUuid);
  const saved = area ? { uuid: area.uuid, saveGuid: guid } : { newUuid: guid };
  const save = async (version?: number) => {
    if (!tool.state().drawing.isClosed && !tool.close()) return;
    setBusy(true);
    setFailure(null);
    setConflict(null);
    try {
      await onSave(areaInput(tool.state().drawing, name.trim(), saved), version);
    } catch (error) {
      setConflict(error instanceof AreaConflict ? error : null);
      setFailure(sentenceFor(error));
    }
    setBusy(false);
  };
  return { save, failure, conflict, isBusy };
}

/** The server's own sentence, or who else has saved the area; a call without an answer has none. */
function sentenceFor(error: unknown): string {
  if (error instanceof AreaConflict) return error.message;
  const { httpStatus, longMessage } = failureOf(error);
  return httpStatus !== null && httpStatus < 500 ? longMessage : MOCS_MESSAGES['area.saveFailed'];
}

interface HistoryProps {
  tool: AreaTool;
  canUndo: boolean;
  canRedo: boolean;
}

const History = ({ tool, canUndo, canRedo }: HistoryProps) => (
  <span className={css.history}>
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
      label={MOCS_MESSAGES['moc.redo']}
      keys="Ctrl Y"
      size="s"
      disabled={!canRedo}
      onClick={() => tool.redo()}
    />
  </span>
);

/** Says why a click did nothing. */
function useSpoken(refused: ReturnType<AreaTool['state']>['refused']): void {
  useEffect(() => {
    if (refused) announce(AREA_RULES[refused]);
  }, [refused]);
}

/** The keyboard goes on to what ends the drawing, when it has closed the ring on the model. */
function useFocusOnClosed(done: RefObject<HTMLButtonElement | null>, isClosed: boolean): void {
  useEffect(() => {
    if (isClosed && document.querySelector('[role="application"]:focus-visible')) done.current?.focus();
  }, [done, isClosed]);
}

/** Undo, redo and Delete in the card as on the model; a field of text keeps its keys. */
function handleKey(event: KeyboardEvent, tool: AreaTool): void {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('textarea, input');
  const isForTool = event.ctrlKey || event.metaKey || event.code === 'Delete';
  if (!isTyping && isForTool && !event.defaultPrevented && tool.key(event)) event.preventDefault();
}
