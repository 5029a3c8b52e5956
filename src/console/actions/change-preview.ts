// What a change would do, read for a page that shows it.
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { capabilitiesQuery } from './capabilities.ts';
import { type Change, previewChange } from './operations.ts';

/** @param change undefined: nothing is read */
export function useChangePreview(change: Change | undefined): UseQueryResult<Schemas['ChangePreview'], unknown> {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['change-preview', change],
    queryFn: async ({ signal }) => {
      // The preview shows both. If one came later, it would move the buttons below it while somebody clicks.
      const [preview] = await Promise.all([previewChange(change!, signal), client.prefetchQuery(capabilitiesQuery)]);
      return preview;
    },
    enabled: change !== undefined,
    // It shows what the sources show at this moment.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
