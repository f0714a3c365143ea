import { profilePlaceName } from '@overlook/shared/messages';
import { usePlacesChanged } from '../api/places.ts';
import type { ProfileLine } from '@overlook/engine';
import { savePlaceNow } from '../features/viewer/places/save-place.ts';
import { ProfileStrip } from '../features/viewer/profile/profile-strip.tsx';
import { measureBetween } from '../features/viewer/tools/measure-between.ts';
import { usePlaceView } from './link/saved-view.ts';

interface ProfilePartProps {
  url: string;
  siteSlug: string;
  line: ProfileLine;
}

/** The strip of a section, whose distances are measurements of the model, and which is saved as a Place. */
export function ProfilePart({ url, siteSlug, line }: ProfilePartProps) {
  const view = usePlaceView();
  const changed = usePlacesChanged();
  const save = async (lengthMetres: number) => {
    if (view && (await savePlaceNow(view, profilePlaceName(lengthMetres)))) await changed();
  };
  return (
    <ProfileStrip
      url={url}
      siteSlug={siteSlug}
      line={line}
      onMeasured={measureBetween}
      onSavePlace={(metres) => void save(metres)}
    />
  );
}
