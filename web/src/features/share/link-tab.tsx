import { Copy, Info, Lock, QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { linkForText, VIEW_GRANTS_MESSAGES, SHARE_MESSAGES } from '@overlook/shared/messages';
import { encode } from 'uqr';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Segmented } from '../../ui/inputs/segmented.tsx';
import { CopyButton } from './copy-button.tsx';
import { type LinkDate, type SharePartKey, type ShareView, viewUrl } from './share-view.ts';
import { Note, TabFrame } from './tab-frame.tsx';
import labelled from '../../ui/field/labelled.module.css';
import css from './share.module.css';

/** Letters of a link that a QR code of the least redundancy takes (ISO/IEC 18004, version 40, bytes). */
const QR_LONGEST = 2953;

/** A link for people who can sign in: each part of the view can be omitted. */
export function LinkTab({ view, canShareOutside }: { view: ShareView; canShareOutside: boolean }) {
  const [left, setLeft] = useState<ReadonlySet<SharePartKey>>(() => new Set(['objects']));
  const [date, setDate] = useState<LinkDate>('shown');
  const [isQrShown, setQrShown] = useState(false);
  const carried = new Set(view.parts.map(({ key }) => key).filter((key) => !left.has(key)));
  const url = viewUrl(view.query(carried, date));
  const toggle = (key: SharePartKey, isCarried: boolean) =>
    setLeft(new Set(isCarried ? [...left].filter((one) => one !== key) : [...left, key]));
  const isQrTooLong = url.length > QR_LONGEST;
  return (
    <TabFrame
      actions={
        <>
          <Button
            size="l"
            icon={QrIcon}
            className={css.left}
            aria-pressed={isQrShown}
            disabledReason={isQrTooLong ? SHARE_MESSAGES['share.qrTooLong'] : null}
            onClick={() => setQrShown(!isQrShown)}
          >
            {SHARE_MESSAGES['share.qrCode']}
          </Button>
          <CopyButton text={url} verb={SHARE_MESSAGES['share.copyLink']} icon={Copy} />
        </>
      }
    >
      <p className={css.lead}>{linkForText(view.site.name)}</p>
      <TextField label={SHARE_MESSAGES['share.linkToThisView']} readOnly value={url} onChange={() => undefined} />
      {isQrShown && !isQrTooLong ? (
        <QrCode text={url} />
      ) : (
        <div role="group" aria-label={SHARE_MESSAGES['share.linkCarries']} className={css.group}>
          <span className={labelled.label} aria-hidden>
            {SHARE_MESSAGES['share.linkCarries']}
          </span>
          {view.parts.map(({ key, title, detail }) => (
            <Checkbox key={key} isSelected={carried.has(key)} onChange={(isCarried) => toggle(key, isCarried)}>
              <span className={css.part}>
                {title}
                <span className={css.detail}>{detail}</span>
              </span>
            </Checkbox>
          ))}
        </div>
      )}
      {view.showsNewest && carried.has('camera') && !isQrShown && <DateChoice date={date} onChange={setDate} />}
      {carried.has('results') && <Note icon={Info}>{SHARE_MESSAGES['share.measurementsTravel']}</Note>}
      {!canShareOutside && <Note icon={Lock}>{VIEW_GRANTS_MESSAGES['grant.notAllowed']}</Note>}
    </TabFrame>
  );
}

const DATES = [
  { value: 'shown', label: SHARE_MESSAGES['share.thisDate'] },
  { value: 'newest', label: SHARE_MESSAGES['share.alwaysTheNewest'] },
] as const;

/** Whether the link shows what is seen now, or the newest captures of the day on which it is opened. */
function DateChoice({ date, onChange }: { date: LinkDate; onChange: (date: LinkDate) => void }) {
  return (
    <div className={css.group}>
      <span className={labelled.label} aria-hidden>
        {SHARE_MESSAGES['share.captures']}
      </span>
      <div className={css.scope}>
        <Segmented label={SHARE_MESSAGES['share.captures']} segments={DATES} value={date} onChange={onChange} />
      </div>
      <span className={css.hint}>
        {date === 'shown' ? SHARE_MESSAGES['share.thisDateHint'] : SHARE_MESSAGES['share.newestHint']}
      </span>
    </div>
  );
}

/** Empty modules round the code, without which readers do not find it (ISO/IEC 18004 §6.3.8). */
const QUIET_MODULES = 4;

/** A text as a QR code, dark on light in every theme: readers expect it so. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: QUIET_MODULES });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={SHARE_MESSAGES['share.qrCodeLink']} className={css.qr}>
      <path d={dark.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}
