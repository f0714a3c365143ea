import { Code, Lock } from 'lucide-react';
import { useState } from 'react';
import { VIEW_GRANTS } from '@overlook/shared/config';
import { dateText } from '@overlook/shared/format';
import { SHARE_MESSAGES, COMMON_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { FormFailure } from '../../parts/form/form-failure.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Chips } from './chips.tsx';
import { CopyButton } from './copy-button.tsx';
import { embedCode } from './embed-code.ts';
import { layerChoices, toolChoices } from './granted.ts';
import { OriginsField } from './origins-field.tsx';
import type { ShareView } from './share-view.ts';
import { Note, TabFrame } from './tab-frame.tsx';
import type { EmbedForm } from './use-embed.ts';
import labelled from '../../ui/field/labelled.module.css';
import css from './share.module.css';

const FORM_ID = 'embed';

interface EmbedTabProps {
  view: ShareView;
  embed: EmbedForm;
  onCancel: () => void;
}

/** The view inside another page. */
export function EmbedTab({ view, embed, onCancel }: EmbedTabProps) {
  const { form, values, errors, failure, isBusy, set, submit, url, held, originError } = embed;
  const [endsAt] = useState(() => new Date(Date.now() + VIEW_GRANTS.embed.defaultMs));
  const code = embedCode(url, view.site.name);
  return (
    <TabFrame
      actions={
        <>
          <span className={css.ends}>{formatMessage(SHARE_MESSAGES['share.ends'], { date: dateText(endsAt) })}</span>
          <Button size="l" className={css.notOnPhone} disabled={isBusy} onClick={onCancel}>
            {url === null ? COMMON_MESSAGES['common.cancel'] : COMMON_MESSAGES['common.done']}
          </Button>
          {url === null ? (
            <Button tone="primary" size="l" icon={Code} type="submit" form={FORM_ID} isBusy={isBusy}>
              {SHARE_MESSAGES['share.createAndCopy']}
            </Button>
          ) : (
            <CopyButton text={code} verb={SHARE_MESSAGES['share.copyCode']} icon={Code} />
          )}
        </>
      }
    >
      <form ref={form} id={FORM_ID} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={css.lead} role={url === null ? undefined : 'status'}>
          {url === null ? SHARE_MESSAGES['share.embedHint'] : SHARE_MESSAGES['share.codeShownOnce']}
        </p>
        <FormFailure failure={failure} />
        {url === null && (
          <>
            <OriginsField
              origins={values.origins}
              error={originError}
              onChange={(origins) => set('origins', origins)}
            />
            <Chips
              label={SHARE_MESSAGES['share.layers']}
              choices={layerChoices(view.layers)}
              selected={values.layers}
              error={errors.layers}
              onChange={(layers) => set('layers', layers)}
            />
            <Chips
              label={SHARE_MESSAGES['share.tools']}
              choices={toolChoices(held)}
              selected={values.tools}
              onChange={(tools) => set('tools', tools)}
            />
          </>
        )}
        <div className={css.field}>
          <span className={css.codeHead}>
            <span className={labelled.label}>{SHARE_MESSAGES['share.code']}</span>
            <span className={css.hint}>{SHARE_MESSAGES['share.fillsThePage']}</span>
          </span>
          {/* Scrolls by keys as well. */}
          <pre className={css.code} tabIndex={0} role="region" aria-label={SHARE_MESSAGES['share.code']}>
            {code}
          </pre>
        </div>
        <Note icon={Lock}>{SHARE_MESSAGES['share.staysClosed']}</Note>
      </form>
    </TabFrame>
  );
}
