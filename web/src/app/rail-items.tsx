import {
  BookOpen,
  Box,
  Building2,
  CircleQuestionMark,
  Images,
  Layers,
  type LucideIcon,
  MapPin,
  MessageSquarePlus,
  Ruler,
  Settings,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { EXPORTS_PATH } from '../features/viewer/exports/exports-access.ts';
import { openFeedback } from '../features/feedback/feedback-store.ts';
import { USER_GUIDE_PATH } from '@overlook/shared/config';
import { AskingLink } from '../parts/asking-link.tsx';
import { setHelpOpen } from '../state/help.ts';
import { LAYERS_PATH } from '../state/layers.ts';
import { PHOTOS_PATH } from '../state/photos.ts';
import { Gate } from '../ui/gate.tsx';
import css from './sidebar.module.css';

export interface Entry {
  path: string;
  label: string;
  /** Where there is less room than the label takes. */
  shortLabel?: string;
  icon: LucideIcon;
  keys?: string;
}

export const SITES: Entry = { path: '/sites', label: 'Sites', icon: Building2 };
export const TOOLS: Entry = { path: '/tools', label: 'Tools', icon: Ruler, keys: 'T' };
export const PLACES: Entry = { path: '/mocs', label: 'Places and MOCs', shortLabel: 'Places', icon: MapPin, keys: 'P' };
export const EXPORTS: Entry = { path: EXPORTS_PATH, label: 'PointGrab', icon: Box, keys: 'X' };
export const PHOTOS: Entry = {
  path: PHOTOS_PATH,
  label: 'Nearby photos',
  shortLabel: 'Photos',
  icon: Images,
  keys: 'I',
};
export const LAYERS: Entry = { path: LAYERS_PATH, label: 'Layers', icon: Layers, keys: 'K' };
export const SETTINGS: Entry = { path: '/settings', label: 'Settings', icon: Settings };

/** Whether the route of an entry, or one below it, is open. */
export const isOpenAt = (entry: Entry, path: string): boolean =>
  path === entry.path || path.startsWith(`${entry.path}/`);

/** A link that opens its route, and closes it again when it is open (specification §2 "Sidebar routes"). */
export function NavLink({
  entry,
  isExpanded,
  isShort = false,
}: {
  entry: Entry;
  isExpanded: boolean;
  isShort?: boolean;
}) {
  const [path] = useLocation();
  const isOpen = isOpenAt(entry, path);
  return (
    <AskingLink
      href={isOpen ? '/' : entry.path}
      className={css.item}
      aria-label={entry.label}
      aria-current={isOpen ? 'page' : undefined}
      data-tooltip={isExpanded ? undefined : entry.label}
      data-keys={entry.keys}
    >
      <entry.icon size={18} strokeWidth={1.75} aria-hidden className={css.icon} />
      <span className={css.label}>{(isShort && entry.shortLabel) || entry.label}</span>
    </AskingLink>
  );
}

export const FeedbackButton = ({ isExpanded }: { isExpanded: boolean }) => (
  <Gate tokens="FEATURE:PRODUCTFEEDBACK">
    <RailButton icon={MessageSquarePlus} label="Leave Feedback" isExpanded={isExpanded} onPress={openFeedback} />
  </Gate>
);

/** Opens the PDF beside the application (specification §2). */
export function UserGuide({ isExpanded }: { isExpanded: boolean }) {
  return (
    <a
      href={USER_GUIDE_PATH}
      target="_blank"
      rel="noopener"
      className={css.item}
      aria-label="User Guide"
      data-tooltip={isExpanded ? undefined : 'User Guide'}
    >
      <BookOpen size={18} strokeWidth={1.75} aria-hidden className={css.icon} />
      <span className={css.label}>User Guide</span>
    </a>
  );
}

export const HelpButton = ({ isExpanded }: { isExpanded: boolean }) => (
  <RailButton
    icon={CircleQuestionMark}
    label="Keys and mouse"
    keys="?"
    isExpanded={isExpanded}
    onPress={() => setHelpOpen(true)}
  />
);

interface RailButtonProps {
  icon: LucideIcon;
  label: string;
  keys?: string;
  isExpanded: boolean;
  onPress: () => void;
}

export function RailButton({ icon: Icon, label, keys, isExpanded, onPress }: RailButtonProps) {
  return (
    <button
      type="button"
      className={css.item}
      aria-label={label}
      data-tooltip={isExpanded ? undefined : label}
      data-keys={keys}
      onClick={onPress}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden className={css.icon} />
      <span className={css.label}>{label}</span>
    </button>
  );
}
