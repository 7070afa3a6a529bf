import fc, { type Arbitrary } from 'fast-check';

/** A JSON Schema, with the keywords of the service's OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>;

/** Replacements for the values of a schema, by path: values that refer only to this machine. */
export type Replacements = ReadonlyMap<string, Arbitrary<unknown>>;

/** Values that a schema allows. @param path of the value, with dots between the names */
export function valuesOf(
  schema: Schema,
  replacements: Replacements,
  path = '',
): Arbitrary<unknown> {
  const own = replacements.get(path);
  if (own !== undefined) return own;
  const types = [schema['type']].flat();
  if (types.includes('null') && types.length > 1) {
    const [type] = types;
    return fc.option(valuesOf({ ...schema, type }, replacements, path), { freq: 20 });
  }
  const choices = [...schemasIn(schema['oneOf']), ...schemasIn(schema['anyOf'])];
  if (choices.length > 0)
    return fc.oneof(...choices.map((each) => valuesOf(each, replacements, path)));
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if (typeof schema['pattern'] === 'string')
    return fc.stringMatching(new RegExp(schema['pattern']));
  const [type] = types;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer(limitsOf(schema));
    case 'number':
      return fc.double({ ...limitsOf(schema), noNaN: true });
    case 'string':
      return fc.string({ minLength: limitOf(schema, 'minLength') ?? 0 });
    case 'object':
      return objectsOf(schema, replacements, path);
    default:
      throw new Error(`The fuzzer does not know the schema ${JSON.stringify(schema)}.`);
  }
}

function objectsOf(schema: Schema, replacements: Replacements, path: string): Arbitrary<unknown> {
  const properties = Object.entries(
    (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>,
  );
  const required = (schema['required'] ?? []) as string[];
  return fc.record(
    Object.fromEntries(
      properties.map(([name, inner]) => [
        name,
        valuesOf(inner, replacements, path === '' ? name : `${path}.${name}`),
      ]),
    ),
    { requiredKeys: required },
  );
}

function schemasIn(list: unknown): readonly Schema[] {
  return Array.isArray(list) ? (list as Schema[]) : [];
}

function limitsOf(schema: Schema): { min?: number; max?: number } {
  const [min, max] = [limitOf(schema, 'minimum'), limitOf(schema, 'maximum')];
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function limitOf(schema: Schema, name: string): number | undefined {
  const limit = schema[name];
  return typeof limit === 'number' ? limit : undefined;
}
