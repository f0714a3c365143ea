import { Camera, Trash2, Upload } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { SNAPSHOT_LARGEST_BYTES } from '@overlook/shared/config';
import { MANAGE_SITES_MESSAGES, PLACES_MESSAGES } from '@overlook/shared/messages';
import { useCatalogue } from '../../../api/catalogue.ts';
import { siteAvatarUrl } from '../../../api/site-avatar.ts';
import { stagePicture } from '../../../state/stage-view.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { FieldError } from '../../../ui/field/field-error.tsx';
import { PageSection } from '../../../ui/page/page.tsx';
import { SiteAvatar } from '../../../ui/site-avatar.tsx';
import { useShowsSite } from './use-shows-site.ts';
import css from './site-picture.module.css';

/** The own picture of a site in its form: the stored one, a new one with its bytes that has not been saved, or none. */
export interface SitePhoto {
  readonly url: string | null;
  readonly blob: Blob | null;
}

interface SitePictureProps {
  siteId: number;
  value: SitePhoto;
  isChanged: boolean;
  error: string | null;
  onChange: (photo: SitePhoto) => void;
  onRefuse: (reason: string) => void;
}

/** A picture that has been chosen, at an address of this page. */
const chosen = (blob: Blob): SitePhoto => ({ url: URL.createObjectURL(blob), blob });

/** Frees the picture when another is chosen or the page is left. */
function useFreed({ url, blob }: SitePhoto): void {
  useEffect(() => (blob && url ? () => URL.revokeObjectURL(url) : undefined), [url, blob]);
}

/** The own picture of a site: taken from the stage behind the settings, or a file. It is kept when the form is saved. */
export function SitePicture({ siteId, value, isChanged, error, onChange, onRefuse }: SitePictureProps) {
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isTaking, setTaking] = useState(false);
  const seen = useCatalogue().data?.sites.find(({ id }) => id === siteId);
  // Without one of its own, lists show its home view or a photo.
  const common = seen?.data.avatar === null ? siteAvatarUrl(seen) : null;
  useFreed(value);
  const isShown = useShowsSite(siteId);
  const take = async () => {
    setTaking(true);
    const blob = await stagePicture().catch(() => null);
    setTaking(false);
    if (blob) onChange(chosen(blob));
  };
  const choose = (file: File) => {
    if (file.size > SNAPSHOT_LARGEST_BYTES) onRefuse(PLACES_MESSAGES['picture.tooLarge']);
    else onChange(chosen(file));
  };
  return (
    <PageSection
      title={MANAGE_SITES_MESSAGES['manageSites.picture']}
      hint={MANAGE_SITES_MESSAGES['manageSites.pictureHint']}
    >
      <SiteAvatar url={value.url ?? common} className={css.picture} iconPx={32} />
      <div className={css.actions}>
        <Button
          icon={Camera}
          isBusy={isTaking}
          disabledReason={isShown ? null : MANAGE_SITES_MESSAGES['manageSites.openFirst']}
          onClick={() => void take()}
        >
          {MANAGE_SITES_MESSAGES['manageSites.fromThisView']}
        </Button>
        <IconButton
          icon={Upload}
          label={MANAGE_SITES_MESSAGES['manageSites.uploadPicture']}
          aria-describedby={error ? errorId : undefined}
          onClick={() => input.current?.click()}
        />
        {value.url !== null && (
          <IconButton
            icon={Trash2}
            label={MANAGE_SITES_MESSAGES['manageSites.removePicture']}
            onClick={() => onChange({ url: null, blob: null })}
          />
        )}
        <span className={css.hint} role="status">
          {isChanged && MANAGE_SITES_MESSAGES['manageSites.pictureChanged']}
        </span>
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-label={MANAGE_SITES_MESSAGES['manageSites.uploadPicture']}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) choose(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </PageSection>
  );
}
