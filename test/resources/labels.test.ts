// What people call the fields: the same words in the schema, the OpenAPI document and the reference.
import { describe, expect, it } from 'vitest';
import { componentSchemas } from '../../src/api/openapi/components.ts';
import { resources } from '../../src/resources/registry.ts';
import { formatOf, labelOf } from '../../src/resources/types/labels.ts';

const objects = resources.filter(({ edge }) => !edge);

describe('labels', () => {
  it('are words of people: no names of the interface, no more than a few words', () => {
    const wrong = resources.flatMap(resource =>
      Object.keys(resource.fields)
        .map(name => labelOf(resource, name))
        .filter(label => /[a-z][A-Z]|_|^[a-z]|^$/.test(label.replace('OAuth', 'Oauth')) || label.length > 40),
    );
    expect(wrong).toEqual([]);
  });

  it('tell the fields of a resource apart', () => {
    for (const resource of resources) {
      const labels = Object.keys(resource.fields).map(name => labelOf(resource, name));
      expect(
        labels.filter((label, index) => labels.indexOf(label) !== index),
        resource.type,
      ).toEqual([]);
    }
  });

  it('are the titles of the fields in the OpenAPI document', () => {
    const schemas = componentSchemas();
    for (const resource of objects) {
      const properties = schemas[resource.type]!['properties'] as Record<string, { title?: string }>;
      const titles = Object.entries(properties).map(([name, { title }]) => [name, title]);
      expect(titles).toEqual(Object.keys(resource.fields).map(name => [name, labelOf(resource, name)]));
    }
  });

  it('come with a form for the values', () => {
    const account = resources.find(({ type }) => type === 'Account')!;
    const formats = ['email', 'lastActivityDate', 'analyticsDaysSinceLastActivity', 'isAdmin', 'analyticsRoleCount'];
    expect(formats.map(name => formatOf(name, account.fields[name]!))).toEqual([
      'e-mail',
      'time',
      'days',
      'yes or no',
      'count',
    ]);
    expect(labelOf(account, 'lastActivityDate')).toBe('Last used');
    expect(labelOf(account, 'sorDepartment')).toBe('Department (HR)');
    expect(labelOf(account, 'enrichedIsSSOLoginAvailable')).toBe('Single sign-on available');
  });
});
