import {
  cadByFeatureAnswerSchema,
  cadByFeatureInputSchema,
  cadChildrenInputSchema,
  cadFacetAnswerSchema,
  cadFacetInputSchema,
  cadFacetsAnswerSchema,
  cadFeaturesAnswerSchema,
  cadFeaturesInputSchema,
  cadItemAnswerSchema,
  cadItemInputSchema,
  cadMeasuredSchema,
  cadMetadataAnswerSchema,
  cadPageSchema,
  cadRootInputSchema,
  cadSearchAnswerSchema,
  cadSearchInputSchema,
  cadStoreysAnswerSchema,
  cadWaySchema,
  externalMetadataAnswerSchema,
  externalMetadataInputSchema,
} from '@overlook/shared/schemas';
import { router, withPermissionAtSite } from '../../trpc/init.ts';
import { askExternal } from './ask-external.ts';
import { listChildren, listRoots } from './list-children.ts';
import { listFacets, listFeatures, loadFacet } from './list-features.ts';
import { listStoreys } from './list-storeys.ts';
import { findByFeature, loadItem, loadMetadata, pathTo } from './load-item.ts';
import { measureItems } from './measure-items.ts';
import { searchItems } from './search-items.ts';

const viewer = withPermissionAtSite('VIEW:CAD');

export const cadRouter = router({
  root: viewer
    .meta({ summary: 'The uppermost objects of a site’s project layer.' })
    .input(cadRootInputSchema)
    .output(cadPageSchema)
    .query(({ ctx, input }) => listRoots(ctx, input)),
  children: viewer
    .meta({ summary: 'The objects below one, by its path or id.' })
    .input(cadChildrenInputSchema)
    .output(cadPageSchema)
    .query(({ ctx, input }) => listChildren(ctx, input)),
  item: viewer
    .meta({ summary: 'An object with its property tabs.' })
    .input(cadItemInputSchema)
    .output(cadItemAnswerSchema)
    .query(({ ctx, input }) => loadItem(ctx, input)),
  metadata: viewer
    .meta({ summary: 'The property tabs of an object as a JSON string.' })
    .input(cadItemInputSchema)
    .output(cadMetadataAnswerSchema)
    .query(({ ctx, input }) => loadMetadata(ctx, input)),
  pathTo: viewer
    .meta({ summary: 'An object and what it is below.' })
    .input(cadItemInputSchema)
    .output(cadWaySchema)
    .query(({ ctx, input }) => pathTo(ctx, input)),
  byFeature: viewer
    .meta({ summary: 'The object with a feature id of the tiles, and what it is below.' })
    .input(cadByFeatureInputSchema)
    .output(cadByFeatureAnswerSchema)
    .query(({ ctx, input }) => findByFeature(ctx, input)),
  search: viewer
    .meta({ summary: 'Objects by name, path, tag, GUID or property value.' })
    .input(cadSearchInputSchema)
    .output(cadSearchAnswerSchema)
    .query(({ ctx, input }) => searchItems(ctx, input)),
  storeys: viewer
    .meta({ summary: 'The storeys of the models of a site’s project layer, with the heights of their floors.' })
    .input(cadRootInputSchema)
    .output(cadStoreysAnswerSchema)
    .query(({ ctx, input }) => listStoreys(ctx, input)),
  features: viewer
    .meta({ summary: 'The feature ids of objects and of all below them, as ranges.' })
    .input(cadFeaturesInputSchema)
    .output(cadFeaturesAnswerSchema)
    .query(({ ctx, input }) => listFeatures(ctx, input)),
  measure: withPermissionAtSite(['VIEW:CAD', 'TOOLS:MEASURE'])
    .meta({ summary: 'Surface of objects with all below them, and the volume of those that are closed.' })
    .input(cadFeaturesInputSchema)
    .output(cadMeasuredSchema)
    .query(({ ctx, input }) => measureItems(ctx, input)),
  facets: viewer
    .meta({ summary: 'The properties with few values, to colour or hide by.' })
    .input(cadRootInputSchema)
    .output(cadFacetsAnswerSchema)
    .query(({ ctx, input }) => listFacets(ctx, input)),
  facet: viewer
    .meta({ summary: 'The values of one such property with their feature ids, as ranges.' })
    .input(cadFacetInputSchema)
    .output(cadFacetAnswerSchema)
    .query(({ ctx, input }) => loadFacet(ctx, input)),
  externalMetadata: viewer
    .meta({ summary: 'The data of an external source for a tag.' })
    .input(externalMetadataInputSchema)
    .output(externalMetadataAnswerSchema)
    .query(({ ctx, input }) => askExternal(ctx, input)),
});
