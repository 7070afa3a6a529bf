import { z } from 'zod';
import { conversionRequestSchema } from '../../../shared/request/request.js';
import { wireVocabulary } from '../../../shared/request/wire.js';
import { fieldNotes } from './field-notes.js';
import { type JsonSchema, isSchema, schemaAt } from './json-schema.js';

/** The schema of a request's body (the interface, sections 2.1 to 2.4), made from the one that requests are checked with, by the names of the wire. */
export function requestSchema(): JsonSchema {
  const inside: JsonSchema = z.toJSONSchema(conversionRequestSchema, { io: 'input' });
  const renamed = onWire(inside, '');
  const known = wireVocabulary.fieldsOf('');
  const properties = Object.entries(schemaAt(renamed, 'properties'));
  return {
    type: 'object',
    description: 'A request for a PDF. Only the source is required; unknown fields are mistakes.',
    properties: Object.fromEntries(properties.filter(([name]) => known.includes(name))),
    required: ['source'],
    additionalProperties: false,
  };
}

/** A schema with its fields renamed, and with what is to be said of each. @param path of the field, by the names of the wire */
function onWire(schema: JsonSchema, path: string): JsonSchema {
  // On the wire, a source is text, whatever it is inside.
  if (path === 'source') return fieldNotes['source'] ?? {};
  const { oneOf } = schema;
  return {
    ...schema,
    ...('properties' in schema && { properties: propertiesOf(schema, path) }),
    ...('required' in schema && { required: namesOf(schema['required']) }),
    ...(Array.isArray(oneOf) && {
      oneOf: oneOf.filter(isSchema).map((each) => onWire(each, path)),
    }),
    ...fieldNotes[path],
  };
}

function propertiesOf(schema: JsonSchema, path: string): JsonSchema {
  const renamed = Object.entries(schemaAt(schema, 'properties')).map(([field, inner]) => {
    const name = wireVocabulary.nameOf(field);
    const innerPath = path === '' ? name : `${path}.${name}`;
    return [name, isSchema(inner) ? onWire(inner, innerPath) : inner] as const;
  });
  return Object.fromEntries(renamed);
}

function namesOf(required: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return names
    .filter((name) => typeof name === 'string')
    .map((name) => wireVocabulary.nameOf(name));
}
