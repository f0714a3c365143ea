/**
 * What a layer beside the model is: the contract between the viewer and people who write layers (docs/layers/README.md).
 * Positions are metres east, north and up of the site's origin unless a name says otherwise.
 */
import type { Layer, LayersList } from '@deck.gl/core';
import type { LayerIcon } from '@overlook/shared/config';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { Vec3 } from '@overlook/shared/maths';
import type { SiteFrame } from '../engine/index.ts';

/** Values of the settings of a layer, by their key. They travel in links: short texts, finite numbers, yes or no. */
export type LayerSettings = Readonly<Record<string, string | number | boolean>>;

interface SettingBase {
  readonly key: string;
  readonly label: string;
}

/** A setting that the panel offers. A value that the setting does not allow gives way to its default. */
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

/** Where the data of a layer comes from. Addresses are relative to the layer's own folder, and are asked with the session. */
export type LayerSource<Data> =
  /** A file, read again after `refreshMs` where that is given. */
  | { readonly kind: 'json' | 'text' | 'bytes'; readonly url: string; readonly refreshMs?: number }
  /** Server-sent events: `reduce` makes the next data of the data before and the text of a message. */
  | {
      readonly kind: 'events';
      readonly url: string;
      readonly initial: Data;
      readonly reduce: (data: Data, message: string) => Data;
    }
  /** Data that is there already. */
  | { readonly kind: 'data'; readonly data: Data }
  /** Anything else. `signal` ends when the layer is switched off or the site is left. */
  | {
      readonly kind: 'load';
      readonly load: (place: LayerPlace, signal: AbortSignal) => Promise<Data>;
      readonly refreshMs?: number;
    };

/** Where a layer is shown. */
export interface LayerPlace {
  readonly site: { readonly id: number; readonly slug: string; readonly name: string };
  /** To and from the metres that deck.gl layers on a stage take; the origin is on the ground of the site. */
  readonly frame: SiteFrame;
}

/** What the parts of a layer are called with. */
export interface LayerContext<Data> extends LayerPlace {
  /** What the source has given, after `prepare`. */
  readonly data: Data;
  readonly settings: LayerSettings;
  /** 0 to 1. The viewer has it in each layer's own `opacity` already. */
  readonly opacity: number;
  /** Milliseconds since 1970: the time that the layer shows, for data in time. */
  readonly timeMs: number;
  /** Something of the model is cut away. */
  readonly isSectionOn: boolean;
  /** Calls `layers` again: for what changes by itself. Takes effect with the next picture. */
  invalidate(): void;
  /**
   * Where a position is in the picture of this screen, CSS pixels from its upper left corner, and its distance from the
   * camera, metres; null behind the camera and without a screen. When `layers` has asked for it, it is called again
   * each time the camera has stopped.
   */
  pixelOf(positionEnu: Vec3): { readonly x: number; readonly y: number; readonly distance: number } | null;
  /** How many of these positions are inside the picture of the active screen; null when there is none. */
  countInView(positionsEnu: readonly Vec3[]): number | null;
}

/** Circle, triangle and ring tell states apart without their colour. */
export type LayerShape = 'circle' | 'triangle' | 'ring' | 'square' | 'line';
/** Meaning of a colour, whose value the theme decides; or a colour as `#rrggbb`. */
export type LayerColor = 'normal' | 'high' | 'low' | 'missing' | `#${string}`;

export interface LegendEntry {
  readonly label: string;
  readonly shape: LayerShape;
  readonly color: LayerColor;
}

/** One row of the content of a layer, as the panel shows it. */
export interface ContentRow {
  readonly id: string;
  readonly label: string;
  readonly mark?: { readonly shape: LayerShape; readonly color: LayerColor };
  /** Line of the last values, oldest first. */
  readonly series?: readonly number[];
  readonly value?: string;
  readonly unit?: string;
  /** In place of a value. */
  readonly note?: string;
  /** Where pressing the row flies to. */
  readonly positionEnu?: Vec3;
}

export interface LayerContent {
  readonly rows: readonly ContentRow[];
  /** Below the rows: how many there are and how old they are. */
  readonly note?: string;
}

/** What is told of a thing that was picked. */
export interface LayerFacts {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, value: string])[];
}

export interface LayerTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Files that a layer can be saved as. GeoJSON is in degrees (RFC 7946). */
export interface LayerExport<Data> {
  readonly geojson?: (context: LayerContext<Data>) => object;
  readonly csv?: (context: LayerContext<Data>) => LayerTable;
}

export interface LayerDefinition<Data = unknown, Raw = Data> {
  /** Letters, digits and hyphens, at most 40: its name in links. */
  readonly id: string;
  readonly title: string;
  readonly icon?: LayerIcon;
  /** Who may not use this permission at the site does not have the layer: neither it nor its data is asked for. */
  readonly token?: PermissionToken;
  readonly source: LayerSource<Raw>;
  /** Makes of what the source gives what the other parts need; once for each answer. */
  readonly prepare?: (raw: Raw, place: LayerPlace) => Data;
  /** The deck.gl layers of one screen. Called again after each change; deck.gl keeps what is the same by id and data. */
  readonly layers: (context: LayerContext<Data>) => Layer | LayersList;
  /** One line under the title, for example "412 tags". */
  readonly summary?: (context: LayerContext<Data>) => string;
  readonly legend?: (context: LayerContext<Data>) => readonly LegendEntry[];
  readonly content?: (context: LayerContext<Data>) => LayerContent;
  /** Facts of a picked element of its data; null for what has none. Without it, nothing of the layer can be picked. */
  readonly pick?: (object: unknown, context: LayerContext<Data>) => LayerFacts | null;
  /** Whether the section volume cuts it: 'section', the default, or 'none' for what has to be seen in any case. */
  readonly clip?: 'section' | 'none';
  /** Whether links carry it ('linked', the default), or it is for this browser alone ('private'). */
  readonly sync?: 'linked' | 'private';
  readonly export?: LayerExport<Data>;
  readonly settings?: readonly LayerSetting[];
}

/** A definition whose types of data nobody looks into: what hosts and lists hold. */
// oxlint-disable-next-line typescript/no-explicit-any -- functions of Data take it as argument and give it: only any fits all
export type AnyLayer = LayerDefinition<any, any>;
