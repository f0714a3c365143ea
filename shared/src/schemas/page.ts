import { z } from 'zod';
import { PAGE_DEFAULT, PAGE_LARGEST } from '../config/limits.ts';
import { integerInputSchema, searchInputSchema } from './input.ts';

/**
 * A page of a list that the server searches and sorts; `page` counts from 1. The first of `sorts` is the default;
 * 'match' sorts by how well the name fits the search.
 */
export function pageInputSchema<const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  return z.object({
    search: searchInputSchema.default(''),
    // One of the sorts, whose type zod narrows further.
    sort: z.enum(sorts).default(sorts[0] as never),
    direction: z.enum(['asc', 'desc']).default('asc'),
    page: integerInputSchema(1, 1_000_000).default(1),
    pageSize: integerInputSchema(1, PAGE_LARGEST).default(PAGE_DEFAULT),
  });
}

/** The input that all list pages share, besides their own sort orders. */
export type PageInput = z.output<ReturnType<typeof pageInputSchema<string>>>;
