import { ArrowUpDown, GripVertical } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { formatMessage, MANAGE_SITES_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';
import { procedures } from '../../../api/queries.ts';
import { showToast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import { SITE_COLUMNS } from './site-columns.tsx';
import { sitesChanged } from './use-site-actions.tsx';
import { type OrderHandle, useOrder } from './use-order.ts';
import css from './order-sites.module.css';

interface OrderSwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Begins and ends ordering by hand. */
export function OrderSwitch({ isOn, onChange }: OrderSwitchProps) {
  const isPhone = useLayout() === 'phone';
  const label = MANAGE_SITES_MESSAGES['manageSites.orderByHand'];
  const change = () => onChange(!isOn);
  return isPhone ? (
    <IconButton icon={ArrowUpDown} label={label} size="l" isOn={isOn} aria-pressed={isOn} onClick={change} />
  ) : (
    <Button tone={isOn ? 'neutral' : 'ghost'} size="l" icon={ArrowUpDown} aria-pressed={isOn} onClick={change}>
      {label}
    </Button>
  );
}

/** What ordering is, and the way back to the order of names; in place of search and filter. */
export function OrderTools({ onReset }: { onReset: () => void }) {
  const reset = useMutation(
    procedures.managedSites.order.mutationOptions({
      meta: { failureText: MANAGE_SITES_MESSAGES['manageSites.orderFailed'] },
      onSuccess: () => {
        onReset();
        showToast(MANAGE_SITES_MESSAGES['manageSites.orderedByName'], 'success');
      },
      onSettled: () => sitesChanged(),
    }),
  );
  return (
    <>
      <p className={css.hint}>{MANAGE_SITES_MESSAGES['manageSites.orderHint']}</p>
      <Button isBusy={reset.isPending} onClick={() => reset.mutate({ siteIds: [] })}>
        {MANAGE_SITES_MESSAGES['manageSites.orderByName']}
      </Button>
    </>
  );
}

/** All sites, in rows that are moved by hand. */
export function OrderTable({ sites: stored }: { sites: readonly ManagedSite[] | null }) {
  const { sites, handle, onKeyDownCapture } = useOrder(stored);
  const [name, ...others] = SITE_COLUMNS;
  const columns = [
    {
      ...name!,
      render: (site: ManagedSite) => (
        <span className={css.row}>
          <Handle name={site.name} {...handle(site)} />
          {name!.render(site)}
        </span>
      ),
    },
    ...others,
  ];
  return (
    <div onKeyDownCapture={onKeyDownCapture}>
      <DataTable label={MANAGE_SITES_MESSAGES['manageSites.sites']} columns={columns} items={sites} />
    </div>
  );
}

const Handle = ({ name, isDragged, ...pointer }: OrderHandle & { name: string }) => (
  <button
    type="button"
    className={css.handle}
    data-dragged={isDragged}
    aria-label={formatMessage(MANAGE_SITES_MESSAGES['manageSites.move'], { name })}
    aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
    {...pointer}
  >
    <GripVertical size={16} strokeWidth={1.75} aria-hidden />
  </button>
);
