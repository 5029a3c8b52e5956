import { useApi } from '../../api/api.ts';

const shownJobs = 50;

/** The jobs that change an account, newest first. @param id its global id */
export const useJobsAbout = (id: string, enabled: boolean) =>
  useApi('get', '/v1/action-jobs', { params: { query: { targetId: id, pageSize: shownJobs } } }, { enabled });
