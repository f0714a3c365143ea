import { ListFilter, MousePointerClick, Video } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { PHOTO_HEIGHT_TYPES, PHOTO_RADII, type PhotoHeightType } from '@overlook/shared/config';
import { roughDistanceText } from '@overlook/shared/format';
import { PHOTOS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { SitePhotos } from '@overlook/shared/schemas';
import { CAMERAS_OFF_MOST, type PhotoRadius, preferences, setPreference } from '../../../state/preferences.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DateField } from '../../../ui/field/date-field.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { Segmented } from '../../../ui/inputs/segmented.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { PopoverButton } from '../../../ui/popover-button.tsx';
import { PHOTO_KINDS } from './photo-kinds.ts';
import { clearFilter, filterText, isNarrowed } from './search-options.ts';
import { classNames } from '../../../ui/class-names.ts';
import labelled from '../../../ui/field/labelled.module.css';
import css from './photo-options.module.css';

const MODES = [
  { value: 'click', label: PHOTOS_MESSAGES['photos.click'], icon: MousePointerClick },
  { value: 'camera', label: PHOTOS_MESSAGES['photos.camera'], icon: Video },
] as const;

/** The centre of the search, its radius, and the filters. */
export function PhotoOptions({ site }: { site: SitePhotos | null }) {
  const filter = useSnapshot(preferences);
  const { nearbyMode, nearbyRadius, units } = filter;
  return (
    <div className={css.options}>
      <Segmented
        label={PHOTOS_MESSAGES['photos.searchAround']}
        segments={MODES}
        value={nearbyMode}
        onChange={(mode) => setPreference('nearbyMode', mode)}
      />
      <span className={css.radius}>
        <Select
          label={PHOTOS_MESSAGES['photos.radius']}
          options={PHOTO_RADII.map(({ id, label, metres }) => ({
            key: String(id),
            label: `${label} ${roughDistanceText(metres, 0, units)}`,
          }))}
          value={String(nearbyRadius)}
          onChange={(key) => setPreference('nearbyRadius', Number(key) as PhotoRadius)}
        />
      </span>
      <PopoverButton
        label={formatMessage(PHOTOS_MESSAGES['photos.filter'], { filter: filterText(filter, site) })}
        className={css.filter}
        content={<FilterFields site={site} />}
        staysOpen
      >
        <ListFilter size={16} strokeWidth={1.75} aria-hidden />
        <span className={css.filterText}>{filterText(filter, site)}</span>
      </PopoverButton>
    </div>
  );
}

function FilterFields({ site }: { site: SitePhotos | null }) {
  const filter = useSnapshot(preferences);
  const { nearbyFrom, nearbyTo } = filter;
  const areCrossed = nearbyFrom !== null && nearbyTo !== null && nearbyFrom > nearbyTo;
  return (
    <div className={css.fields}>
      <TypeBoxes site={site} />
      <fieldset className={css.group}>
        <legend className={classNames(labelled.label, css.legend)}>{PHOTOS_MESSAGES['photos.taken']}</legend>
        <div className={css.dates}>
          <DateField
            label={PHOTOS_MESSAGES['photos.from']}
            size="m"
            value={nearbyFrom ?? ''}
            onChange={(day) => setPreference('nearbyFrom', day || null)}
          />
          <DateField
            label={PHOTOS_MESSAGES['photos.to']}
            size="m"
            value={nearbyTo ?? ''}
            error={areCrossed ? PHOTOS_MESSAGES['photos.datesCross'] : null}
            onChange={(day) => setPreference('nearbyTo', day || null)}
          />
        </div>
      </fieldset>
      {site && site.cameras.length > 1 && <CameraBoxes cameras={site.cameras} />}
      {isNarrowed(filter, site) && (
        <Button tone="ghost" onClick={clearFilter}>
          {PHOTOS_MESSAGES['photos.clearFilters']}
        </Button>
      )}
    </div>
  );
}

function TypeBoxes({ site }: { site: SitePhotos | null }) {
  const { nearbyTypes } = useSnapshot(preferences);
  const toggle = (type: PhotoHeightType, isOn: boolean) =>
    setPreference(
      'nearbyTypes',
      PHOTO_HEIGHT_TYPES.filter((one) => (one === type ? isOn : nearbyTypes.includes(one))),
    );
  return (
    <fieldset className={css.group}>
      <legend className={classNames(labelled.label, css.legend)}>{PHOTOS_MESSAGES['photos.types']}</legend>
      {PHOTO_HEIGHT_TYPES.map((type) => {
        const { label, icon: Icon } = PHOTO_KINDS[type];
        const isOn = nearbyTypes.includes(type);
        return (
          <Checkbox
            key={type}
            isSelected={isOn}
            // Without any type nothing could be found.
            isDisabled={isOn && nearbyTypes.length === 1}
            onChange={(isNow) => toggle(type, isNow)}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            <span className={css.name}>{label}</span>
            {site && <span className={css.count}>{site.counts[type]}</span>}
          </Checkbox>
        );
      })}
    </fieldset>
  );
}

function CameraBoxes({ cameras }: { cameras: readonly string[] }) {
  const { nearbyCamerasOff } = useSnapshot(preferences);
  const left = cameras.filter((camera) => !nearbyCamerasOff.includes(camera)).length;
  const toggle = (camera: string, isOn: boolean) => {
    const others = nearbyCamerasOff.filter((one) => one !== camera);
    setPreference('nearbyCamerasOff', isOn ? others : [...others, camera].slice(-CAMERAS_OFF_MOST));
  };
  return (
    <fieldset className={css.group}>
      <legend className={classNames(labelled.label, css.legend)}>{PHOTOS_MESSAGES['photos.cameras']}</legend>
      {cameras.map((camera) => {
        const isOn = !nearbyCamerasOff.includes(camera);
        return (
          <Checkbox
            key={camera}
            isSelected={isOn}
            isDisabled={isOn && left === 1}
            onChange={(isNow) => toggle(camera, isNow)}
          >
            <span className={css.name}>{camera || PHOTOS_MESSAGES['photos.notKnown']}</span>
          </Checkbox>
        );
      })}
    </fieldset>
  );
}
