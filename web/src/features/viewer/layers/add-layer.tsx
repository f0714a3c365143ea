import { FolderOpen, Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Dialog, DialogTrigger, Popover, Pressable } from 'react-aria-components';
import { LAYERS_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import ground from '../../../ui/popover.module.css';
import css from './layers-panel.module.css';

export interface AddLayerProps {
  /** Adds a file as a layer; returns the reason why it cannot, or null. */
  onFile: (file: File) => Promise<string | null>;
  /** The same for the address of a file. */
  onAddress: (address: string) => Promise<string | null>;
}

/** Adds layers of the person: files, which stay in the browser, and files at an address. */
export function AddLayer({ isIcon, ...add }: AddLayerProps & { isIcon: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Pressable>
        {isIcon ? (
          <IconButton icon={Plus} label={LAYERS_MESSAGES['layers.addLayer']} />
        ) : (
          <Button icon={Plus}>{LAYERS_MESSAGES['layers.addLayer']}</Button>
        )}
      </Pressable>
      <Popover offset={4} placement="bottom end" className={ground.popover!}>
        <Dialog aria-label={LAYERS_MESSAGES['layers.addLayer']} className={css.add!}>
          <AddForm {...add} onDone={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function AddForm({ onFile, onAddress, onDone }: AddLayerProps & { onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const finish = async (adding: Promise<string | null>) => {
    setBusy(true);
    const problem = await adding;
    setBusy(false);
    setFailure(problem);
    if (problem === null) onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void finish(onAddress(address.trim()));
  };
  const addAll = async (files: readonly File[]) => {
    const problems = await Promise.all(files.map(onFile));
    return problems.find((problem) => problem !== null) ?? null;
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={LAYERS_MESSAGES['layers.layerFile']}
        onChange={({ target }) => void finish(addAll([...(target.files ?? [])]))}
      />
      <Button icon={FolderOpen} onClick={() => input.current?.click()}>
        {LAYERS_MESSAGES['layers.chooseAFile']}
      </Button>
      <p className={css.hint}>{LAYERS_MESSAGES['layers.onlyHere']}</p>
      <form onSubmit={submit} className={css.address}>
        <TextField
          label={LAYERS_MESSAGES['layers.fromAddress']}
          size="m"
          value={address}
          error={failure}
          onChange={(value) => {
            setAddress(value);
            setFailure(null);
          }}
        />
        <Button type="submit" isBusy={isBusy} disabled={address.trim() === ''}>
          {LAYERS_MESSAGES['layers.add']}
        </Button>
      </form>
    </>
  );
}
