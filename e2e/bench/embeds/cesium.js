/** A host page with CesiumJS's widget and the tileset of a view: what embeds.ts compares the element with. */
import { Cesium3DTileset, CesiumWidget, Ion, Matrix4, Resource } from '@cesium/engine';
const CANVAS = '.cesium-widget, .cesium-widget canvas { width: 100%; height: 100%; display: block }';

Ion.defaultAccessToken = '';
document.head.append(Object.assign(document.createElement('style'), { textContent: CANVAS }));

window.show = async ({ url, visitor, sse }) => {
  const widget = new CesiumWidget(document.getElementById('view'), {
    baseLayer: false,
    globe: false,
    skyBox: false,
    skyAtmosphere: false,
    scene3DOnly: true,
    msaaSamples: 1,
    creditContainer: document.createElement('div'),
  });
  const resource = new Resource({ url, queryParameters: { visitor } });
  const tileset = await Cesium3DTileset.fromUrl(resource, { maximumScreenSpaceError: sse });
  widget.scene.primitives.add(tileset);
  widget.camera.viewBoundingSphere(tileset.boundingSphere);
  widget.camera.lookAtTransform(Matrix4.IDENTITY);
  tileset.tileFailed.addEventListener(({ message, url: failed }) => console.error(failed, message));
  let isDrawn = false;
  tileset.tileVisible.addEventListener(() => (isDrawn = true));
  widget.scene.postRender.addEventListener(() => {
    if (isDrawn) window.firstTileMs ??= performance.now();
  });
};
