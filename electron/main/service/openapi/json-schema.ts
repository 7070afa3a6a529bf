/** A part of a JSON Schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A part of a schema that is a schema itself; empty if there is none. */
export function schemaAt(schema: JsonSchema, name: string): JsonSchema {
  const value = schema[name];
  return isSchema(value) ? value : {};
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
