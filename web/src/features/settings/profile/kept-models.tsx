import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { fileSizeText } from '@overlook/shared/format';
import { canKeepModels, emptyKeptModels, keepModels, keptModelsBytes } from '../../../api/kept-models.ts';
import { preferences } from '../../../state/preferences.ts';
import { Button } from '../../../ui/button/button.tsx';
import { type Segment, Segmented } from '../../../ui/inputs/segmented.tsx';
import { PageSection } from '../../../ui/page/page.tsx';
import css from './profile.module.css';

const TITLE = 'Keep models on this device';
const ON_OFF: readonly Segment<'on' | 'off'>[] = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];

/** Whether viewed models are kept in this browser, their size, and a button that deletes them. */
export function KeptModels() {
  const { keepsModels } = useSnapshot(preferences);
  const [bytes, setBytes] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void keptModelsBytes().then((found) => isCurrent && setBytes(found));
    return () => void (isCurrent = false);
  }, []);
  if (!canKeepModels())
    return (
      <PageSection
        title={TITLE}
        hint="This browser keeps nothing here: it needs an address with https, and some private windows allow it nowhere."
      >
        {null}
      </PageSection>
    );
  const change = async (act: () => Promise<void>) => {
    setBusy(true);
    await act();
    setBytes(await keptModelsBytes());
    setBusy(false);
  };
  return (
    <PageSection
      title={TITLE}
      hint="A later visit shows them at once. They are deleted when you sign out, and each layer when you may not see it any more."
    >
      <div className={css.kept}>
        <Segmented
          label={TITLE}
          segments={ON_OFF}
          value={keepsModels ? 'on' : 'off'}
          onChange={(value) => void change(() => keepModels(value === 'on'))}
        />
        <p role="status">{bytes === null ? '' : bytes === 0 ? 'Nothing kept' : `${fileSizeText(bytes)} kept`}</p>
        <Button disabled={!bytes} isBusy={isBusy} onClick={() => void change(emptyKeptModels)}>
          Empty now
        </Button>
      </div>
    </PageSection>
  );
}
