import { useQuery } from '@tanstack/react-query';
import { POINT_CLOUD } from '@overlook/shared/config';
import { captureDateText } from '@overlook/shared/format';
import { UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { ManagedCapture } from '@overlook/shared/schemas';
import { procedures } from '../../../../../api/queries.ts';
import { TextField } from '../../../../../ui/field/text-field.tsx';
import { Checkbox } from '../../../../../ui/inputs/checkbox.tsx';
import { Select } from '../../../../../ui/inputs/select.tsx';
import type { OptionErrors, PlanOptions } from './plan-options.ts';
import css from './plan.module.css';

interface PartFieldsProps {
  siteId: number;
  values: PlanOptions;
  errors: OptionErrors;
  onChange: (changed: Partial<PlanOptions>) => void;
}

/** Whether a point cloud is a part of an earlier capture; of which one, and what it replaces there. */
export function PartFields({ siteId, values, errors, onChange }: PartFieldsProps) {
  return (
    <>
      <div>
        <Checkbox isSelected={values.part} onChange={(part) => onChange({ part })}>
          {UPLOAD_PAGE_MESSAGES['uploadPage.partAnew']}
        </Checkbox>
        <p className={css.hint}>{UPLOAD_PAGE_MESSAGES['uploadPage.partAnewHint']}</p>
      </div>
      {values.part && (
        <>
          <Onto siteId={siteId} onto={values.onto} onChange={(onto) => onChange({ onto })} />
          <div>
            <TextField
              label={UPLOAD_PAGE_MESSAGES['uploadPage.within']}
              placeholder={UPLOAD_PAGE_MESSAGES['uploadPage.withinPlaceholder']}
              autoComplete="off"
              spellCheck={false}
              value={values.within}
              error={errors.within}
              onChange={(within) => onChange({ within })}
            />
            <p className={css.hint}>{UPLOAD_PAGE_MESSAGES['uploadPage.withinHint']}</p>
          </div>
        </>
      )}
    </>
  );
}

const NEWEST = { key: '', label: UPLOAD_PAGE_MESSAGES['uploadPage.ontoNewest'] };

function Onto({ siteId, onto, onChange }: { siteId: number; onto: string; onChange: (onto: string) => void }) {
  const { data } = useQuery(procedures.captures.managed.queryOptions({ siteId }));
  const captures = data?.layers.find(({ modeltypeId }) => modeltypeId === POINT_CLOUD.id)?.captures ?? [];
  const dated = captures.filter((capture) => capture.takenOn === onto || mayHavePart(capture));
  const options = dated.map(({ takenOn, precision }) => ({ key: takenOn, label: captureDateText(takenOn, precision) }));
  return (
    <Select
      variant="field"
      label={UPLOAD_PAGE_MESSAGES['uploadPage.onto']}
      options={[NEWEST, ...options]}
      value={onto}
      onChange={onChange}
    />
  );
}

/** Published, with exact points that lie where its files say. */
const mayHavePart = ({ publishedAt, withdrawnAt, points, placement }: ManagedCapture): boolean =>
  publishedAt !== null && withdrawnAt === null && points !== null && placement === null;
