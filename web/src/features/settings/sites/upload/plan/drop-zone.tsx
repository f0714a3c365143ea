import { FolderOpen, Plus, RotateCcw } from 'lucide-react';
import { type ChangeEvent, type InputHTMLAttributes, type RefObject, useRef } from 'react';
import { fileSizeText } from '@overlook/shared/format';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../../../../../ui/button/button.tsx';
import { Spinner } from '../../../../../ui/status/spinner.tsx';
import { readInput } from '../recognise/read-drop.ts';
import type { Selection } from '../recognise/recognise.ts';
import type { Added } from './use-selection.ts';
import css from './plan.module.css';

interface DropZoneProps {
  found: Selection | null;
  /** Files so far while they are read. */
  count: number | null;
  hasFailed: boolean;
  /** Files are held over the page. */
  isOver: boolean;
  onAdd: (added: Added) => void;
  onClear: () => void;
  /** Opens the browser's window for a folder when it is clicked. */
  folderInput: RefObject<HTMLInputElement | null>;
}

/** Takes files, and says how many there are. Files that are dropped anywhere on the page come here, too. */
export function DropZone({ found, count, hasFailed, isOver, onAdd, onClear, folderInput }: DropZoneProps) {
  const filesInput = useRef<HTMLInputElement>(null);
  return (
    <div className={css.zone} data-over={isOver}>
      {count === null ? <FolderOpen size={20} strokeWidth={1.75} aria-hidden className={css.zoneIcon} /> : <Spinner />}
      <div className={css.zoneWords} role="status">
        <Words found={found} count={count} hasFailed={hasFailed} isOver={isOver} />
      </div>
      <div className={css.zoneButtons}>
        {found && (
          <Button tone="ghost" icon={RotateCcw} onClick={onClear}>
            {UPLOAD_PAGE_MESSAGES['uploadPage.startAgain']}
          </Button>
        )}
        <Picker input={filesInput} onAdd={onAdd} label={UPLOAD_PAGE_MESSAGES['uploadPage.addFiles']} />
        <Picker input={folderInput} onAdd={onAdd} label={UPLOAD_PAGE_MESSAGES['uploadPage.addFolder']} isFolder />
      </div>
    </div>
  );
}

function Words({ found, count, hasFailed, isOver }: Pick<DropZoneProps, 'found' | 'count' | 'hasFailed' | 'isOver'>) {
  if (isOver) return <strong>{UPLOAD_PAGE_MESSAGES['uploadPage.dropNow']}</strong>;
  if (count !== null) return formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.reading'], { count });
  if (hasFailed) return UPLOAD_PAGE_MESSAGES['uploadPage.readFailed'];
  const [title, hint] = found
    ? [
        found.title,
        formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.chosen'], {
          count: found.files,
          size: fileSizeText(found.bytes),
        }),
      ]
    : [UPLOAD_PAGE_MESSAGES['uploadPage.dropHere'], UPLOAD_PAGE_MESSAGES['uploadPage.dropHint']];
  return (
    <>
      <strong className={css.zoneTitle}>{title}</strong>
      <span className={css.hint}>{hint}</span>
    </>
  );
}

interface PickerProps {
  input: RefObject<HTMLInputElement | null>;
  label: string;
  isFolder?: boolean;
  onAdd: (added: Added) => void;
}

/** The attribute with which browsers offer folders; React's types do not have it. */
const FOLDERS = { webkitdirectory: '' } as InputHTMLAttributes<HTMLInputElement>;

/** A button that opens the browser's own window for files or a folder. */
function Picker({ input, label, isFolder = false, onAdd }: PickerProps) {
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = readInput(target.files ?? new DataTransfer().files);
    // The same files can be chosen again.
    target.value = '';
    if (files.length > 0) onAdd({ files });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={isFolder ? UPLOAD_PAGE_MESSAGES['uploadPage.folder'] : UPLOAD_PAGE_MESSAGES['uploadPage.files']}
        {...(isFolder ? FOLDERS : {})}
        onChange={take}
      />
      <Button icon={isFolder ? FolderOpen : Plus} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
