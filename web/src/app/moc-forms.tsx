import { useLocation } from 'wouter';
import { MocSurroundingsContext } from '../features/viewer/mocs/surroundings.ts';
import { lazyPart } from '../parts/lazy-part/lazy-part.tsx';
import { useSelectedSiteId } from '../state/selected-site.ts';
import { Gate } from '../ui/gate.tsx';
import { FailureDialog } from './failure-dialog.tsx';
import { mocFormAt, mocFormPath } from './moc-form-path.ts';
import { mocSurroundings } from './moc-surroundings.ts';

const MocEditing = lazyPart(async () => (await import('../features/viewer/mocs/form/moc-editing.tsx')).MocEditing, {
  FailureFrame: ({ onClose, children }) => (
    <FailureDialog title="MOC" onClose={onClose}>
      {children}
    </FailureDialog>
  ),
});

/**
 * The form of a change at its address. It is not a part of the panel, because a phone's sheet is hidden while the
 * position is chosen.
 */
export function MocForms({ path }: { path: string }) {
  const [, navigate] = useLocation();
  const siteId = useSelectedSiteId();
  const form = mocFormAt(path);
  if (!form || siteId === null) return null;
  return (
    <Gate tokens={form.mocId === null ? 'MOC:CREATE' : 'MOC:UPDATE'}>
      <MocSurroundingsContext value={mocSurroundings}>
        <MocEditing
          key={`${siteId} ${mocFormPath(form.mocId)}`}
          place={{ siteId, mocId: form.mocId }}
          onClose={() => navigate('/mocs')}
        />
      </MocSurroundingsContext>
    </Gate>
  );
}
