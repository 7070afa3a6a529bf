import { createHash } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../../../../electron/main/service/openapi/document.js';
import { docsPage, docsPolicy } from '../../../../electron/main/service/openapi/docs-page.js';
import { allowedMethods, routes } from '../../../../electron/main/service/http/routes.js';
import {
  type JsonSchema,
  isSchema,
  schemaAt,
} from '../../../../electron/main/service/openapi/request-schema.js';
import { errorCodes } from '../../../../electron/main/service/openapi/error-codes.js';
import { createExamples } from '../../../../electron/main/service/openapi/examples.js';
import { webhookBody } from '../../../../electron/main/outbox/webhook-message.js';
import { literal } from '../../../../electron/shared/messages/message.js';
import {
  type OwnOptionName,
  ownOption,
  ownOptionNames,
} from '../../../../electron/shared/request/own-options.js';
import { requestFromWire, wireVocabulary } from '../../../../electron/shared/request/wire.js';

const facts = { version: '1.2.3', base: 'http://127.0.0.1:8080', isOpen: false, isStrict: false };
const document = openApiDocument(facts);

const fieldSchema = z.looseObject({
  description: z.string(),
  pattern: z.string().optional(),
  examples: z.array(z.unknown()).optional(),
});
const { properties: fields } = z
  .object({ properties: z.record(z.string(), fieldSchema) })
  .parse(document.components.schemas.PdfRequest);

interface Responding {
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Returns the paths of values that a schema does not declare. */
function undeclared(value: unknown, schema: JsonSchema, path = ''): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => undeclared(item, schemaAt(schema, 'items'), path));
  }
  if (!isSchema(value)) return [];
  const declared = schemaAt(schema, 'properties');
  return Object.entries(value).flatMap(([name, inner]) => {
    const innerPath = path === '' ? name : `${path}.${name}`;
    if (!(name in declared)) return [innerPath];
    return undeclared(inner, schemaAt(declared, name), innerPath);
  });
}

describe('the OpenAPI document', () => {
  it('is valid against the OpenAPI 3.1 schema', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('declares Retry-After for each 429, 503 and 507', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values<Responding>(methods).flatMap(({ responses }) =>
        Object.entries(responses).map(([status, response]) => ({ path, status, response })),
      ),
    );
    const later = operations.filter(({ status }) => ['429', '503', '507'].includes(status));
    expect(later.map(({ path }) => path)).toContain('/readyz');
    for (const { path, status, response } of later) {
      expect(response, `${path} ${status}`).toHaveProperty('headers.Retry-After');
    }
  });

  it.each([
    [false, ['200', '202', '400', '409', '410', '422', '500', '503', '504', '507']],
    [true, []],
  ])('declares the ID of the request after its admission, strict: %s', (isStrict, statuses) => {
    const { post } = openApiDocument({ ...facts, isStrict }).paths['/v1/pdf'];
    const declaring = Object.entries(post.responses).filter(
      ([, { headers }]) => 'Platen-Task' in headers,
    );
    expect(declaring.map(([status]) => status)).toEqual(statuses);
  });

  it('has no parameter that OpenAPI ignores', () => {
    const text = JSON.stringify(document.paths);
    expect(text).toContain('"name":"svc-test-mode"');
    expect(text).not.toMatch(/"name":"(Accept|Content-Type|Authorization)"/i);
  });

  it('names the units that margins may have', () => {
    const margin = { ...fields['margin'] }.description;
    for (const unit of ['mm', 'cm', 'in', 'px']) expect(margin).toMatch(new RegExp(` ${unit}\\b`));
    expect(margin).not.toMatch(/\bpt\b/);
    expect(() => requestFromWire({ source: '<p>x', margin: { top: '9pt' } })).toThrow(/"9pt"/);
  });

  it('describes exactly the fields of the API', () => {
    const strict = openApiDocument({ ...facts, isStrict: true }).components.schemas.PdfRequest;
    expect(Object.keys(schemaAt(strict, 'properties'))).toEqual(wireVocabulary.fieldsOf(''));
  });

  it("describes Platen's own options as extensions, except for files and permissions", () => {
    const isRefused = (name: OwnOptionName) =>
      ownOption(name).kind === 'file' || ownOption(name).group === 'security';
    const own = ownOptionNames.filter((name) => !isRefused(name)).map(wireVocabulary.nameOf);
    expect(Object.keys(fields)).toEqual([...wireVocabulary.fieldsOf(''), ...own]);
    for (const name of own) expect(fields[name]?.description).toContain('An extension of the API');
  });

  it('has examples that the service accepts', () => {
    for (const [name, { examples = [], pattern }] of Object.entries(fields)) {
      for (const example of examples) {
        expect(requestFromWire({ source: '<p>x', [name]: example })).toBeDefined();
        if (pattern !== undefined) expect(String(example)).toMatch(new RegExp(pattern));
      }
    }
  });

  it.each([
    ['1', true],
    ['1-3', true],
    ['1,4,9', true],
    ['1-3,5', true],
    ['2,4-6,9-1000000', true],
    ['0', false],
    ['1-', false],
    ['-3', false],
    ['1,', false],
    ['1-2-3', false],
    ['1000001', false],
    ['all', false],
  ])('accepts the pages %s as the service does: %s', (pages, isValid) => {
    expect(new RegExp(fields['pages']?.pattern ?? '').test(pages)).toBe(isValid);
    const read = () => requestFromWire({ source: '<p>x', pages });
    if (isValid) expect(read()).toMatchObject({ pages });
    else expect(read).toThrow();
  });

  it('describes the default of the storage provider', () => {
    expect(requestFromWire({ source: '<p>x', storage: {} }).storage?.provider).toBe('service');
    expect(fields['storage']?.description).toMatch(
      /own storage, which is also the default provider/,
    );
  });

  it('describes the flags as the service implements them, not as the window does', () => {
    const text = JSON.stringify(fields['compliance']);
    expect(text).toContain('keeps the PDF for an hour at most');
    expect(text).not.toContain('stays in Platen');
  });

  it('uses the field names of the wire format at every level', () => {
    const text = JSON.stringify(document.components.schemas.PdfRequest);
    expect(text).toContain('"bucket_destination"');
    expect(text).not.toMatch(/bucketDestination|disableJavascript|landscape|timeoutSeconds/);
  });

  it('has the routes of the service, with their methods', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const methods = Object.keys(item).map((method) => method.toUpperCase());
      expect(allowedMethods(path)).toEqual(expect.arrayContaining(methods));
    }
    expect(Object.keys(routes)).toHaveLength(10);
  });

  it('describes what a webhook sends', () => {
    const { PdfEvent: schema } = document.components.schemas;
    const file = { name: 'a.pdf', size: 9 };
    const upload = { id: 'x', destination: 's3://b/a.pdf', url: 'https://b/a.pdf', file };
    const error = { code: 'delivery-refused', message: literal('no') } as const;
    const sent = [
      { kind: 'completed', url: upload.url, file, uploads: [{ ...upload, status: 'delivered' }] },
      { kind: 'failed', error, file, uploads: [{ ...upload, status: 'failed', error }] },
    ] as const;
    const about = { task: '1', source: 'https://example.org/', isTest: true };
    for (const outcome of sent) {
      const body = webhookBody(outcome, about, { hipaa: false, gdpr: false }, new Date(0));
      expect(undeclared(JSON.parse(body), schema)).toEqual([]);
    }
    expect(undeclared({ data: { task: '1', other: 1 } }, schema)).toEqual(['data.other']);
  });

  it('requires a key only if the service does', () => {
    expect(openApiDocument({ ...facts, isOpen: true }).security).toEqual([]);
    expect(document.security).toEqual([{ key: [] }]);
  });
});

it('the docs show every field, and escape the texts of the document', () => {
  const html = docsPage(document);
  for (const name of Object.keys(fields)) expect(html).toContain(`<code>${name}</code>`);
  expect(html).toContain('&lt;h1&gt;Hello');
  expect(html).not.toContain('<script');
  expect(html).not.toContain('style=');
});

it('the docs have every operation, error code and example, and each link leads to its place', () => {
  const html = docsPage(document);
  for (const [path, item] of Object.entries(document.paths))
    for (const method of Object.keys(item))
      expect(html).toContain(`${method.toUpperCase()}</span><code>${path}</code></h2>`);
  for (const { code, status } of errorCodes)
    expect(html).toContain(`<tr><td>${status}<td><code>${code}</code><td>`);
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
  expect(html).toContain('curl -u API_KEY: http://127.0.0.1:8080/v1/pdf');
  expect(docsPage(openApiDocument({ ...facts, isOpen: true }))).not.toContain('-u API_KEY');
});

it('the docs of a strict service have no options of its own', () => {
  const strict = docsPage(openApiDocument({ ...facts, isStrict: true }));
  expect(docsPage(document)).toContain('<code>single_page</code>');
  expect(strict).not.toContain('single_page');
  expect(strict).not.toContain('href="#options"');
});

it('the policy of the docs allows their style sheet only', () => {
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(docsPage(document)) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(docsPolicy).toContain(`style-src 'sha256-${hash}'`);
  expect(docsPolicy).not.toContain('unsafe');
});

it('the service accepts the examples', () => {
  for (const { body } of createExamples) expect(requestFromWire(body)).toBeDefined();
});

it('the docs describe each alternative of a field, and every parameter', () => {
  const html = docsPage(document);
  for (const provider of ['service', 'object_store'])
    expect(html).toContain(`If <code>storage.provider</code> is <code>${provider}</code>:`);
  expect(html.match(/<tr><td><code>storage\.filename/g)).toHaveLength(1);
  expect(html).not.toContain('<code>storage.provider</code><td>');
  // A row whose last cell is empty.
  expect(html).not.toMatch(/<td>\s*(<tr>|<\/table>)/);
});
