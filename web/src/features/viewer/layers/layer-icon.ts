import { Activity, Flame, type LucideIcon, Map, Route, ScanLine, Shapes, Spline, Table, Tag } from 'lucide-react';
import type { LayerIcon } from '@overlook/shared/config';

/** Icons that layers name. */
export const LAYER_ICON: Readonly<Record<LayerIcon, LucideIcon>> = {
  shapes: Shapes,
  line: Spline,
  tag: Tag,
  activity: Activity,
  route: Route,
  scan: ScanLine,
  map: Map,
  flame: Flame,
  table: Table,
};
