import { Copy, Globe, Lock, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { NAME_LONGEST, PASSWORD_LONGEST, VIEW_GRANTS } from '@overlook/shared/config';
import { dateText } from '@overlook/shared/format';
import { lastsText, SHARE_MESSAGES, COMMON_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { FormFailure } from '../../parts/form/form-failure.tsx';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FieldError } from '../../ui/field/field-error.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Segmented } from '../../ui/inputs/segmented.tsx';
import { CopyButton } from './copy-button.tsx';
import { daysUntil, endDays } from './end-day.ts';
import { layerChoices } from './granted.ts';
import { madePassword } from './made-password.ts';
import type { ShareView } from './share-view.ts';
import { Note, TabFrame } from './tab-frame.tsx';
import type { MadeLink, PublicLinkForm } from './use-public-link.ts';
import labelled from '../../ui/field/labelled.module.css';
import css from './share.module.css';

const FORM_ID = 'public-link';
const DAY_MS = 24 * 60 * 60 * 1000;
const SCOPES = [
  { value: 'view', label: SHARE_MESSAGES['share.onlyThisView'] },
  { value: 'site', label: SHARE_MESSAGES['share.theWholeSite'] },
] as const;

interface PublicLinkTabProps {
  view: ShareView;
  link: PublicLinkForm;
  onCancel: () => void;
}

/** A link for people without an account. */
export function PublicLinkTab({ view, link, onCancel }: PublicLinkTabProps) {
  const { form, values, failure, isBusy, field, submit, made } = link;
  if (made) return <Made link={made} onDone={onCancel} />;
  return (
    <TabFrame
      actions={
        <>
          <Button size="l" className={css.notOnPhone} disabled={isBusy} onClick={onCancel}>
            {COMMON_MESSAGES['common.cancel']}
          </Button>
          <Button tone="primary" size="l" icon={Globe} type="submit" form={FORM_ID} isBusy={isBusy}>
            {SHARE_MESSAGES['share.createPublicLink']}
          </Button>
        </>
      }
    >
      <form ref={form} id={FORM_ID} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={css.lead}>
          {values.password === '' ? SHARE_MESSAGES['share.publicLinkOpen'] : SHARE_MESSAGES['share.publicLinkHint']}
        </p>
        <FormFailure failure={failure} />
        <TextField
          label={SHARE_MESSAGES['share.nameListLinks']}
          autoFocus
          maxLength={NAME_LONGEST}
          {...field('name')}
        />
        <EndAndPassword link={link} />
        <WhatIsSeen view={view} link={link} />
        <Note icon={Lock}>{SHARE_MESSAGES['share.staysClosed']}</Note>
      </form>
    </TabFrame>
  );
}

function EndAndPassword({ link: { values, field, set } }: { link: PublicLinkForm }) {
  const [now] = useState(() => new Date());
  const { first, last } = endDays(now);
  const days = daysUntil(values.endDay, now);
  const most = VIEW_GRANTS.link.longestMs / DAY_MS;
  return (
    <div className={css.pair}>
      <div className={css.hinted}>
        <DateField
          label={SHARE_MESSAGES['share.endsLabel']}
          min={first}
          max={last}
          aria-describedby="public-link-end"
          {...field('endDay')}
        />
        <span id="public-link-end" className={css.hint}>
          {Number.isNaN(days) ? formatMessage(SHARE_MESSAGES['share.atMostDays'], { most }) : lastsText(days, most)}
        </span>
      </div>
      <div className={classNames(css.hinted, css.secret)}>
        <TextField
          label={SHARE_MESSAGES['share.password']}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={PASSWORD_LONGEST}
          aria-describedby="public-link-password"
          inputEnd={
            <IconButton
              icon={RefreshCw}
              label={SHARE_MESSAGES['share.anotherPassword']}
              onClick={() => set('password', madePassword())}
            />
          }
          {...field('password')}
        />
        <span id="public-link-password" className={css.hint}>
          {values.password === '' ? SHARE_MESSAGES['share.noPassword'] : SHARE_MESSAGES['share.passwordHint']}
        </span>
      </div>
    </div>
  );
}

function WhatIsSeen({ view, link: { values, errors, set } }: { view: ShareView; link: PublicLinkForm }) {
  const { scope, layers } = values;
  return (
    <div className={css.group}>
      <span className={labelled.label} aria-hidden>
        {SHARE_MESSAGES['share.whatCanBeSeen']}
      </span>
      <div className={css.scope}>
        <Segmented
          label={SHARE_MESSAGES['share.whatCanBeSeen']}
          segments={SCOPES}
          value={scope}
          onChange={(chosen) => set('scope', chosen)}
        />
      </div>
      <div role="group" aria-label={SHARE_MESSAGES['share.layers']} className={css.boxes}>
        {layerChoices(view.layers).map(({ value, label }) => (
          <Checkbox
            key={value}
            isSelected={layers.includes(value)}
            isInvalid={errors.layers !== undefined}
            onChange={(isOpen) => set('layers', isOpen ? [...layers, value] : layers.filter((one) => one !== value))}
          >
            {label}
          </Checkbox>
        ))}
      </div>
      {errors.layers && <FieldError id="public-link-layers">{errors.layers}</FieldError>}
    </div>
  );
}

/** The link and its password, which are shown this once. */
function Made({ link: { name, url, password, endsAt }, onDone }: { link: MadeLink; onDone: () => void }) {
  return (
    <TabFrame
      actions={
        <Button size="l" onClick={onDone}>
          {COMMON_MESSAGES['common.done']}
        </Button>
      }
    >
      <p className={css.lead} role="status">
        {formatMessage(SHARE_MESSAGES['share.opensUntil'], { name, date: dateText(new Date(endsAt)) })}
        {password === '' ? SHARE_MESSAGES['share.shownOnceOpen'] : SHARE_MESSAGES['share.shownOnce']}
      </p>
      <div className={css.made}>
        <TextField label={SHARE_MESSAGES['share.publicLink']} readOnly value={url} onChange={() => undefined} />
        <CopyButton text={url} verb={SHARE_MESSAGES['share.copyLink']} icon={Copy} />
      </div>
      {password !== '' && (
        <div className={classNames(css.made, css.secret)}>
          <TextField label={SHARE_MESSAGES['share.password']} readOnly value={password} onChange={() => undefined} />
          <CopyButton text={password} verb={SHARE_MESSAGES['share.copyPassword']} icon={Copy} tone="neutral" />
        </div>
      )}
      <Note icon={Lock}>{SHARE_MESSAGES['share.staysClosed']}</Note>
    </TabFrame>
  );
}
