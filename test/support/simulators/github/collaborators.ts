// Collaborators of single repositories and their invitations, as docs.github.com/rest/collaborators describes them: members of the
// organisation get access at once, and everybody else is invited.
import type { Answer, Call, Routes } from '../simulator.ts';
import { githubError, notFound, page } from './answers.ts';
import { permissionOf } from './graphql.ts';
import { type Item, inner, userNamed, type World } from './state.ts';

export function collaboratorRoutes({ state, newId, now }: World): Routes {
  const withRepository = (answer: (id: string, call: Call) => Answer) => (call: Call) => {
    const name = `${call.params['owner']}/${call.params['repo']}`.toLowerCase();
    const repository = [...state.repositories].find(([, { full_name }]) => String(full_name).toLowerCase() === name);
    return repository ? answer(repository[0], call) : notFound;
  };
  const invitationsOf = (id: string): Item[] => {
    const invitations = state.repositoryInvitations.get(id) ?? [];
    state.repositoryInvitations.set(id, invitations);
    return invitations;
  };
  const isRole = (name: string) =>
    permissionOf[name] !== undefined || state.repositoryRoles.some(role => role['name'] === name);
  return {
    'GET /repositories/:id': ({ params }) => {
      const repository = state.repositories.get(params['id']!);
      return repository ? { body: repository } : notFound;
    },
    'PUT /repos/:owner/:repo/collaborators/:login': withRepository((id, { params, body }) => {
      const [login, { permission = 'push' }] = [
        params['login']!.toLowerCase(),
        (body ?? {}) as { permission?: string },
      ];
      const user = userNamed(state, login);
      if (!user) return notFound;
      if (!isRole(permission)) return githubError(422, `Validation Failed: ${permission} is no permission`);
      if (state.repositories.get(id)!['archived'] === true)
        return githubError(403, 'Repository was archived so is read-only.');
      const collaborators = inner(state.collaborators, id);
      if (state.members.has(login) || collaborators.has(login)) {
        collaborators.set(login, permission);
        return { status: 204 };
      }
      // The documented values of an invitation's permissions.
      const permissions = { pull: 'read', push: 'write' }[permission] ?? permission;
      const invitation: Item = { id: newId(), invitee: user, permissions, created_at: now(), expired: false };
      invitationsOf(id).push(invitation);
      return { status: 201, body: invitation };
    }),
    'DELETE /repos/:owner/:repo/collaborators/:login': withRepository((id, { params }) => {
      state.collaborators.get(id)?.delete(params['login']!.toLowerCase());
      return { status: 204 };
    }),
    'GET /repos/:owner/:repo/invitations': withRepository((id, call) => page(call, invitationsOf(id))),
    'DELETE /repos/:owner/:repo/invitations/:id': withRepository((id, { params }) => {
      const index = invitationsOf(id).findIndex(invitation => String(invitation['id']) === params['id']);
      if (index < 0) return notFound;
      invitationsOf(id).splice(index, 1);
      return { status: 204 };
    }),
  };
}
