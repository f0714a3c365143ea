import { useLocation } from 'wouter';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { PagePartProps } from '../../../parts/feature.ts';
import { lazyPart } from '../../../parts/lazy-part/lazy-part.tsx';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import { Gate } from '../../../ui/gate.tsx';
import { FailureDialog } from '../../../parts/failure-dialog.tsx';
import { mocFormAt, mocFormPath } from './moc-form-path.ts';

const MocEditing = lazyPart(async () => (await import('./form/moc-editing.tsx')).MocEditing, {
  FailureFrame: ({ onClose, children }) => (
    <FailureDialog title={MOCS_MESSAGES['moc.moc']} onClose={onClose}>
      {children}
    </FailureDialog>
  ),
});

/**
 * The form of a change at its address. It is not a part of the panel, because a phone's sheet is hidden while the
 * position is chosen.
 */
export function MocForms({ path }: PagePartProps) {
  const [, navigate] = useLocation();
  const siteId = useSelectedSiteId();
  const form = mocFormAt(path);
  if (!form || siteId === null) return null;
  return (
    <Gate tokens={form.mocId === null ? 'MOC:CREATE' : 'MOC:UPDATE'}>
      <MocEditing
        key={`${siteId} ${mocFormPath(form.mocId)}`}
        place={{ siteId, mocId: form.mocId }}
        onClose={() => navigate('/mocs')}
      />
    </Gate>
  );
}
