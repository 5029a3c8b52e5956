import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { sourcesKey } from '../../api/live.ts';

/** Writes a source into the configuration, requests its first run, and opens its page. @param write makes the source */
export function useAdd<Body extends { readonly sourceId: string }>(write: (body: Body) => Promise<void>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (body: Body) => {
      const { sourceId } = body;
      await write(body);
      // The source is there, even when its first run cannot be requested. Its page offers that again.
      await api.POST('/v1/sources/{sourceId}/sync', { params: { path: { sourceId } }, body: {} }).catch(() => {});
      return sourceId;
    },
    onSettled: () => client.invalidateQueries({ queryKey: sourcesKey }),
    onSuccess: sourceId => navigate({ to: '/sources/$sourceId', params: { sourceId } }),
  });
}
