import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isOwnCloud, isOwnModel, OWN_CLOUD_ENDS } from '@overlook/shared/config';
import { LAYERS_MESSAGES, POINTS_MESSAGES } from '@overlook/shared/messages';
import type { RemoteFile, Stage } from '@overlook/engine';
import { useCommand } from '../../../state/commands.ts';
import { addCloud, removeRefused, updateCloud } from '../../../state/local-clouds.ts';
import { CloudList } from './cloud-list.tsx';
import { openCloudFile, type ScreenSpot } from './open-cloud-file.ts';
import { useLayout } from '../../../ui/use-layout.ts';
import css from './local-clouds.module.css';

interface CloudFilesProps {
  stage: Pick<Stage, 'size' | 'pickSoon' | 'pose'>;
  /** The spot of the screen that panels do not cover; its middle where nothing covers it. */
  spot?: ScreenSpot;
  /** Opens a dropped file that is neither a point cloud nor a model; answers why it cannot, or null. */
  openOther: (file: File) => Promise<string | null>;
}

const isOwn = ({ name }: File): boolean => isOwnCloud(name) || isOwnModel(name);

/** Takes files that are dropped on the page or chosen, and lists them. Mounted once, with the active screen. */
export function CloudFiles({ stage, spot, openOther }: CloudFilesProps) {
  const isPhone = useLayout() === 'phone';
  const input = useRef<HTMLInputElement>(null);
  const open = (files: Iterable<File | RemoteFile>) => {
    removeRefused();
    for (const file of files) void openCloudFile(file, stage, spot);
  };
  const isOver = useDroppedFiles((files) => {
    removeRefused();
    for (const file of files) void (isOwn(file) ? openCloudFile(file, stage, spot) : openBeside(file, openOther));
  });
  useCommand('openCloudFile', () => input.current?.click());
  useCommand('openOwnFile', (file) => open([file]));
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        // Phones offer no file of a kind that they do not know.
        {...(isPhone ? {} : { accept: OWN_CLOUD_ENDS.join() })}
        aria-label={POINTS_MESSAGES['points.pointCloudFile']}
        hidden
        onChange={({ target }) => {
          open(target.files ?? []);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <CloudList />
      {isOver && <div className={css.drop}>{LAYERS_MESSAGES['layers.drop']}</div>}
    </>
  );
}

/** A file that is not opened is listed with the reason, which names it only once. */
async function openBeside(file: File, openOther: CloudFilesProps['openOther']): Promise<void> {
  const reason = await openOther(file);
  if (reason === null) return;
  const named = `${file.name}: `;
  const failure = reason.startsWith(named) ? reason.slice(named.length) : reason;
  updateCloud(addCloud(file.name), { failure });
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes(POINTS_MESSAGES['points.files']) ?? false;
/** Fields that accept files themselves are ignored. */
const isElsewhere = ({ target }: DragEvent): boolean =>
  target instanceof Element && target.closest('form, [role="dialog"]') !== null;

/** Answers whether files are held over the page. */
function useDroppedFiles(open: (files: Iterable<File>) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event) || isElsewhere(event)) return setIsOver(false);
    // Without this the browser would open a dropped file in place of the page.
    event.preventDefault();
    setIsOver(event.type === 'dragover');
    if (event.type === 'drop') open(event.dataTransfer?.files ?? []);
  });
  useEffect(() => {
    const onLeave = (event: DragEvent) => {
      // The pointer leaves the page, and not only one element for another.
      if (!event.relatedTarget) setIsOver(false);
    };
    const listening = new AbortController();
    const { signal } = listening;
    for (const type of ['dragover', 'drop'] as const) addEventListener(type, (event) => onDrag(event), { signal });
    addEventListener('dragleave', onLeave, { signal });
    return () => listening.abort();
  }, []);
  return isOver;
}
