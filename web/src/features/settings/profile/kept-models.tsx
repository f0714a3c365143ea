import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { fileSizeText } from '@overlook/shared/format';
import { ACCOUNT_MESSAGES } from '@overlook/shared/messages';
import { canKeepModels, emptyKeptModels, keepModels, keptModelsBytes } from '../../../api/kept-models.ts';
import { preferences } from '../../../state/preferences.ts';
import { Button } from '../../../ui/button/button.tsx';
import { type Segment, Segmented } from '../../../ui/inputs/segmented.tsx';
import { PageSection } from '../../../ui/page/page.tsx';
import css from './profile.module.css';

const TITLE = ACCOUNT_MESSAGES['account.keepModelsDevice'];
const ON_OFF: readonly Segment<'on' | 'off'>[] = [
  { value: 'on', label: ACCOUNT_MESSAGES['account.on'] },
  { value: 'off', label: ACCOUNT_MESSAGES['account.off'] },
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
      <PageSection title={TITLE} hint={ACCOUNT_MESSAGES['account.browserKeepsNothingHere']}>
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
    <PageSection title={TITLE} hint={ACCOUNT_MESSAGES['account.laterVisitShowsThem']}>
      <div className={css.kept}>
        <Segmented
          label={TITLE}
          segments={ON_OFF}
          value={keepsModels ? 'on' : 'off'}
          onChange={(value) => void change(() => keepModels(value === 'on'))}
        />
        <p role="status">
          {bytes === null ? '' : bytes === 0 ? ACCOUNT_MESSAGES['account.nothingKept'] : `${fileSizeText(bytes)} kept`}
        </p>
        <Button disabled={!bytes} isBusy={isBusy} onClick={() => void change(emptyKeptModels)}>
          {ACCOUNT_MESSAGES['account.emptyNow']}
        </Button>
      </div>
    </PageSection>
  );
}
