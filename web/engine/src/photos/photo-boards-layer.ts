import { Layer, type LayerProps, project32 } from '@deck.gl/core';
import type { Buffer } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { PHOTOS } from '@overlook/shared/config';
import type { PhotoBoards } from './photo-boards.ts';
import { BoardAtlas } from './board-atlas.ts';
import { BOARD_FRAGMENT, BOARD_VERTEX } from './board-shader.ts';
import { layerDefaults } from '../library-types.ts';

export interface PhotoBoardsLayerProps extends LayerProps {
  /** Read for each frame. */
  boards: PhotoBoards;
}

interface BoardsState {
  [key: string]: unknown;
  model: Model;
  atlas: BoardAtlas;
  corners: Buffer;
  instances: readonly Buffer[];
}

/** Four floats for each instance: billboards, and the label of one. */
const BYTES_AN_ATTRIBUTE = 16 * (PHOTOS.nearestMost + 1);

const ATTRIBUTES = ['instanceFrames', 'instanceTips', 'instancePictures', 'instanceStyles'] as const;

/** The billboards of photos in one draw call, over everything else. */
export class PhotoBoardsLayer extends Layer<PhotoBoardsLayerProps> {
  static override layerName = 'PhotoBoardsLayer';
  static override defaultProps = layerDefaults({
    boards: { type: 'object', value: null },
    parameters: { depthCompare: 'always', depthWriteEnabled: false, cullMode: 'none' },
  });
  declare state: BoardsState;

  override getShaders(): object {
    return super.getShaders({ vs: BOARD_VERTEX, fs: BOARD_FRAGMENT, modules: [project32] }) as object;
  }

  override initializeState(): void {
    const { device } = this.context;
    const atlas = new BoardAtlas(device);
    const corners = device.createBuffer({ data: Float32Array.of(-1, -1, 1, -1, -1, 1, 1, 1) });
    const model = new Model(device, {
      ...this.getShaders(),
      id: this.props.id,
      topology: 'triangle-strip',
      vertexCount: 4,
      isInstanced: true,
      bufferLayout: [
        { name: 'positions', format: 'float32x2' },
        ...ATTRIBUTES.map((name) => ({ name, format: 'float32x4' as const, stepMode: 'instance' as const })),
      ],
      bindings: { boardAtlas: atlas.texture },
    });
    model.setAttributes({ positions: corners });
    const instances = ATTRIBUTES.map(() => device.createBuffer({ byteLength: BYTES_AN_ATTRIBUTE }));
    model.setAttributes(Object.fromEntries(ATTRIBUTES.map((name, i) => [name, instances[i]!])));
    this.setState({ model, atlas, corners, instances });
  }

  /** A settled view includes the thumbnails. */
  override get isLoaded(): boolean {
    return super.isLoaded && !this.props.boards.isLoading;
  }

  override draw(): void {
    const { model, atlas, instances } = this.state;
    const { thumbnails, label, drawn } = this.props.boards;
    if (drawn.count === 0) return;
    atlas.update(thumbnails, label);
    for (const [i, name] of ATTRIBUTES.entries()) instances[i]!.write(drawn.attributes[name]);
    model.setInstanceCount(drawn.count);
    model.draw(this.context.renderPass);
  }

  override finalizeState(context: this['context']): void {
    const { atlas, corners, instances } = this.state;
    for (const buffer of [corners, ...instances]) buffer.destroy();
    atlas.destroy();
    super.finalizeState(context);
  }
}
