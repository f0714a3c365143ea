import { useEffect, useEffectEvent } from 'react';
import type { Vec3 } from '@overlook/shared/maths';
import type { SavedMeasurements } from '@overlook/shared/schemas';
import { Emitter } from '@overlook/engine/emitter';
import type { RemoteFile, ToolHit } from '@overlook/engine';

/** Requests from one part of the page to another. A command that no mounted part listens to has no effect. */
interface Commands {
  /** Flies the active screen to the home view of its site. */
  flyHome: null;
  /** Flies the active screen to look at a point (ECEF metres); without a distance from as near as makes sense. */
  flyTo: { readonly pointEcef: Vec3; readonly distanceMetres: number | null };
  /** Flies to the object that was selected last. */
  flyToSelected: null;
  /** Picks what the crosshair of the active screen points at. */
  pickAtCrosshair: null;
  /** Moves the focus to the layers of the active screen, and opens their list where they are a list. */
  showLayers: null;
  /** Begins or ends the comparison of two layers, where there can be one. */
  toggleSwipe: null;
  /** Shows the next capture in time, or the one before: of the active screen, or of the second side of a swipe. */
  stepCapture: { readonly by: 1 | -1; readonly isSecond: boolean };
  /** Shows the plan with its levels, or returns to the view before it. */
  togglePlan: null;
  /** Shows the next level of the plan, upwards or downwards. */
  stepLevel: 1 | -1;
  /** Begins a profile, or closes it, where the site has a point cloud. */
  toggleProfile: null;
  /** Opens the panel of nearby photos, or closes it, for those who may see photos. */
  togglePhotos: null;
  /** The same for PointGrab and those who may export. */
  toggleExports: null;
  /** Lets the person choose point cloud files, which are shown in the browser only. */
  openCloudFile: null;
  /** Shows a file of the person with a point cloud or a model, or an archive of a model on a server. */
  openOwnFile: File | RemoteFile;
  /** Gives a tool of the panel a point, as a tap on the model does. */
  tapTool: { readonly tool: 'target' | 'measure'; readonly hit: ToolHit };
  /** Shows measurements on the model again, and the panel of the tools. */
  showMeasurements: SavedMeasurements;
  /** Opens the form of a new change (MOC) of the selected site whose position (ECEF metres) this is. */
  startMoc: { readonly pointEcef: Vec3; readonly userId: number };
  /** Shows the row of a change (MOC) in the list, by its id. */
  revealMoc: number;
  /** Moves the focus to the canvas of a screen, by its index. */
  focusScreen: number;
}

const commands = new Emitter<Commands>();

export type CommandWithoutValue = {
  [Name in keyof Commands]: Commands[Name] extends null ? Name : never;
}[keyof Commands];

/** Sends a command to all that listen now. */
export function command<Name extends CommandWithoutValue>(name: Name): void;
export function command<Name extends keyof Commands>(name: Name, value: Commands[Name]): void;
export function command<Name extends keyof Commands>(name: Name, value?: Commands[Name]): void {
  commands.emit(name, value ?? (null as Commands[Name]));
}

/** Returns what ends the listening. */
export const onCommand = <Name extends keyof Commands>(name: Name, handler: (value: Commands[Name]) => void) =>
  commands.on(name, handler);

/** Listens while a component is mounted; the handler of the newest render is called. */
export function useCommand<Name extends keyof Commands>(name: Name, handler: (value: Commands[Name]) => void): void {
  const onEvent = useEffectEvent(handler);
  useEffect(() => commands.on(name, (value) => onEvent(value)), [name]);
}
