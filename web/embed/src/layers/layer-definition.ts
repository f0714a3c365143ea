/**
 * The contract between the viewer and authors of added layers (docs/layers/README.md). Positions are metres east, north and up of
 * the site's origin, unless a name says otherwise.
 */
import type { Layer, LayersList } from '@deck.gl/core';
import type { LayerIcon } from '@overlook/shared/config';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { Vec3 } from '@overlook/shared/maths';
import type { SiteFrame } from '@overlook/engine';

/** Values of a layer's settings by key. They are part of links: short texts, finite numbers, booleans. */
export type LayerSettings = Readonly<Record<string, string | number | boolean>>;

interface SettingBase {
  readonly key: string;
  readonly label: string;
}

/** A setting in the panel. A value that the setting does not allow is replaced by its default. */
export type LayerSetting = SettingBase &
  (
    | { readonly type: 'switch'; readonly default: boolean }
    | { readonly type: 'text'; readonly default: string }
    | {
        readonly type: 'number';
        readonly default: number;
        readonly min: number;
        readonly max: number;
        readonly step?: number;
        readonly unit?: string;
      }
    | {
        readonly type: 'choice';
        readonly default: string;
        readonly options: readonly { readonly value: string; readonly label: string }[];
      }
  );

/** Source of a layer's data. URLs are relative to the layer's folder, and requests are authenticated by the session. */
export type LayerSource<Data> =
  /** A file, read again every `refreshMs` if set. */
  | { readonly kind: 'json' | 'text' | 'bytes'; readonly url: string; readonly refreshMs?: number }
  /** Server-sent events: `reduce` returns the next data from the previous data and the text of a message. */
  | {
      readonly kind: 'events';
      readonly url: string;
      readonly initial: Data;
      readonly reduce: (data: Data, message: string) => Data;
    }
  /** Data that exists already. */
  | { readonly kind: 'data'; readonly data: Data }
  /** Any other source. `signal` is aborted when the layer is switched off or the site is closed. */
  | {
      readonly kind: 'load';
      readonly load: (place: LayerPlace, signal: AbortSignal) => Promise<Data>;
      readonly refreshMs?: number;
    };

/** The site on which a layer is shown. */
export interface LayerPlace {
  readonly site: { readonly id: number; readonly slug: string; readonly name: string };
  /** Converts to and from the metres of deck.gl layers on a stage; the origin is on the ground of the site. */
  readonly frame: SiteFrame;
}

/** Context of the parts of a layer. */
export interface LayerContext<Data> extends LayerPlace {
  /** Data of the source, after `prepare`. */
  readonly data: Data;
  readonly settings: LayerSettings;
  /** 0 to 1. The viewer has applied it already to the `opacity` of each layer. */
  readonly opacity: number;
  /** Milliseconds since 1970: the time that a time-dependent layer shows. */
  readonly timeMs: number;
  /** True while a section is active. */
  readonly isSectionOn: boolean;
  /** Requests a new call of `layers`, for layers that change by themselves. It takes effect in the next frame. */
  invalidate(): void;
  /**
   * Returns the position on this screen in CSS pixels from its upper left corner, and the distance from the camera in metres;
   * null behind the camera and without a screen. If `layers` calls it, `layers` is called again each time the camera stops.
   */
  pixelOf(positionEnu: Vec3): { readonly x: number; readonly y: number; readonly distance: number } | null;
  /** Number of these positions within the active screen; null without one. */
  countInView(positionsEnu: readonly Vec3[]): number | null;
}

/** Circle, triangle and ring distinguish states without colour. */
export type LayerShape = 'circle' | 'triangle' | 'ring' | 'square' | 'line';
/** A semantic colour, whose value is defined by the theme, or a colour `#rrggbb`. */
export type LayerColor = 'normal' | 'high' | 'low' | 'missing' | `#${string}`;

export interface LegendEntry {
  readonly label: string;
  readonly shape: LayerShape;
  readonly color: LayerColor;
}

/** A row of a layer's content in the panel. */
export interface ContentRow {
  readonly id: string;
  readonly label: string;
  readonly mark?: { readonly shape: LayerShape; readonly color: LayerColor };
  /** A sparkline of the last values, oldest first. */
  readonly series?: readonly number[];
  readonly value?: string;
  readonly unit?: string;
  /** Shown instead of a value. */
  readonly note?: string;
  /** Position to which a press of the row flies. */
  readonly positionEnu?: Vec3;
}

/** A sphere around all of a layer. */
export interface LayerExtent {
  readonly centerEnu: Vec3;
  readonly radiusM: number;
}

export interface LayerContent {
  readonly rows: readonly ContentRow[];
  /** Where all of it is; a button of the layer flies there. */
  readonly extent?: LayerExtent;
  /** Below the rows: their number and age. */
  readonly note?: string;
}

/** Properties of a picked element. */
export interface LayerFacts {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, value: string])[];
}

export interface LayerTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Export formats of a layer. GeoJSON is in degrees (RFC 7946). */
export interface LayerExport<Data> {
  readonly geojson?: (context: LayerContext<Data>) => object;
  readonly csv?: (context: LayerContext<Data>) => LayerTable;
}

export interface LayerDefinition<Data = unknown, Raw = Data> {
  /** Letters, digits and hyphens, at most 40. Links contain it. */
  readonly id: string;
  readonly title: string;
  readonly icon?: LayerIcon;
  /** Permission that a user needs at the site for the layer; without it neither the layer nor its data is requested. */
  readonly token?: PermissionToken;
  readonly source: LayerSource<Raw>;
  /** Converts the data of the source for the other parts; called once for each response. */
  readonly prepare?: (raw: Raw, place: LayerPlace) => Data;
  /** Returns the deck.gl layers of one screen. Called again after each change; deck.gl keeps unchanged layers by id and data. */
  readonly layers: (context: LayerContext<Data>) => Layer | LayersList;
  /** One line below the title, for example "412 tags". */
  readonly summary?: (context: LayerContext<Data>) => string;
  readonly legend?: (context: LayerContext<Data>) => readonly LegendEntry[];
  readonly content?: (context: LayerContext<Data>) => LayerContent;
  /** Returns the properties of a picked element; null if it has none. Without `pick`, the layer is not pickable. */
  readonly pick?: (object: unknown, context: LayerContext<Data>) => LayerFacts | null;
  /** Whether the section volume cuts the layer: 'section' (default), or 'none' for a layer that must always be visible. */
  readonly clip?: 'section' | 'none';
  /** Whether links contain the layer: 'linked' (default), or 'private' for this browser only. */
  readonly sync?: 'linked' | 'private';
  readonly export?: LayerExport<Data>;
  readonly settings?: readonly LayerSetting[];
}

/** A definition with unknown data types, for hosts and lists. */
// oxlint-disable-next-line typescript/no-explicit-any -- functions of Data take it as argument and give it: only any fits all
export type AnyLayer = LayerDefinition<any, any>;
