import { BookmarkPlus, FileDown, FileImage, FileText, Grip } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { PROFILE } from '@overlook/shared/config';
import { fileSizeText } from '@overlook/shared/format';
import { drawingText, PROFILE_MESSAGES } from '@overlook/shared/messages';
import type { ProfileShown } from '@overlook/engine';
import { useSiteSystem } from '../../../parts/site-system/use-site-system.ts';
import { preferences } from '../../../state/preferences.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { showToast } from '../../../state/toasts.ts';
import type { MenuSectionOf } from '../../../ui/menu/menu-list.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { stampedName } from '../../../ui/stamped-name.ts';
import { fileSizes, makePointFile, type PointFormat } from './profile-files.ts';
import type { MeasuredLeg } from './section-leg.ts';
import type { SectionPlot } from './section-plot.ts';

interface ExportOptions {
  siteSlug: string;
  shown: ProfileShown | null;
  plot: SectionPlot | null;
  legs: readonly MeasuredLeg[];
  /** Keeps the view with the section as a Place. */
  onSavePlace: () => void;
}

export interface SectionExports {
  readonly sections: readonly MenuSectionOf[];
  /** Stops the file that is being made; null while none is. */
  readonly cancel: (() => void) | null;
}

/** Saves files one at a time, and shows the result. */
function useSaving(siteSlug: string) {
  const [isMaking, setMaking] = useState(false);
  const making = useRef<AbortController | null>(null);
  useEffect(() => () => making.current?.abort(), []);

  const save = async (extension: string, make: (signal: AbortSignal) => Promise<Blob>) => {
    const abort = new AbortController();
    making.current = abort;
    setMaking(true);
    try {
      saveFile(await make(abort.signal), stampedName(`${siteSlug}-profile`, extension));
      showToast(PROFILE_MESSAGES['profile.saved'], 'success');
    } catch (error) {
      if (abort.signal.aborted) return;
      console.warn('The profile could not be exported.', error);
      showToast(PROFILE_MESSAGES['profile.saveFailed'], 'error');
    } finally {
      if (making.current === abort) {
        making.current = null;
        setMaking(false);
      }
    }
  };
  const cancel = () => {
    making.current?.abort();
    making.current = null;
    setMaking(false);
  };
  return { isMaking, save, cancel };
}

/** The forms in which the section can be saved: a picture, a drawing or points, each with its size, and a Place. */
export function useExports({ siteSlug, shown, plot, legs, onSavePlace }: ExportOptions): SectionExports {
  const mayExport = useAllowed('POINTGRAB:CREATE');
  const { projection } = useSnapshot(preferences);
  const { system } = useSiteSystem();
  const coordinates = projection === 'site' ? (system ?? 'wgs84') : projection;
  const { isMaking, save, cancel } = useSaving(siteSlug);
  const count = shown?.summary.count ?? 0;
  const sizes = shown && fileSizes(shown, coordinates);
  const isDisabled = !mayExport || count === 0;
  const entry = (key: PointFormat, label: string, icon: typeof FileText, note: string | undefined) => ({
    key,
    label,
    icon,
    isDisabled,
    ...(note === undefined ? {} : { note }),
    onAction: () => shown && void save(key, (signal) => makePointFile(key, shown, { coordinates, legs, signal })),
  });
  const drawing =
    sizes && `${drawingText(PROFILE.drawingScale, sizes.drawnPoints, count)}, ${fileSizeText(sizes.dxfBytes)}`;
  const [width, height] = plot?.pictureSizePx ?? [0, 0];
  const reason = mayExport ? PROFILE_MESSAGES['profile.noPoints'] : PROFILE_MESSAGES['profile.noExport'];
  const png = {
    key: 'png',
    label: PROFILE_MESSAGES['profile.picturePng'],
    icon: FileImage,
    note: `${width} × ${height}`,
    onAction: () => plot && void save('png', () => plot.picture(getComputedStyle(document.body).fontFamily)),
  };
  const place = {
    key: 'place',
    label: PROFILE_MESSAGES['profile.saveAsAPlace'],
    icon: BookmarkPlus,
    isDisabled: !shown,
    onAction: onSavePlace,
  };
  const sections: MenuSectionOf[] = [
    { key: 'picture', entries: [png] },
    {
      key: 'points',
      ...(isDisabled ? { title: reason } : {}),
      entries: [
        entry('dxf', PROFILE_MESSAGES['profile.drawingDxf'], FileDown, drawing ?? undefined),
        entry('csv', PROFILE_MESSAGES['profile.pointsCsv'], FileText, sizes ? fileSizeText(sizes.csvBytes) : undefined),
        entry('las', PROFILE_MESSAGES['profile.pointsLas'], Grip, sizes ? fileSizeText(sizes.lasBytes) : undefined),
      ],
    },
    { key: 'keep', entries: [place] },
  ];
  return { sections, cancel: isMaking ? cancel : null };
}
