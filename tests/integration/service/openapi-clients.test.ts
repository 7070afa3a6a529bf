import { createClient } from '@hey-api/openapi-ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { join, resolve } from 'node:path';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, expect, it } from 'vitest';
import { openApiDocument } from '../../../electron/main/service/openapi/document.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

const facts = { version: '1.2.3', base: 'http://127.0.0.1:8080', isOpen: false, isStrict: false };

const folder: TemporaryFolder = temporaryFolder();
afterAll(() => folder.remove());

const everything = `{
  source: 'https://example.org/',
  compliance: { gdpr: true, hipaa: null },
  disable_javascript: false,
  filename: 'invoice.pdf',
  format: 'a4',
  margin: { top: '1cm', right: null },
  pages: '1-3',
  storage: { provider: 'object_store', bucket_destination: 's3://my-bucket/invoice.pdf' },
  webhook: 'https://example.org/hook',
  zoom: 1.2,
  pages_per_sheet: 4,
  media: 'screen',
  title: null,
  watermark_opacity: 40,
}`;

const wrong = [
  `{}`,
  `{ source: null }`,
  `{ source: '<p>x', format: 4 }`,
  `{ source: '<p>x', zoom: 'large' }`,
  `{ source: '<p>x', media: 'paper' }`,
  `{ source: '<p>x', margin: { top: 1 } }`,
  `{ source: '<p>x', storage: { provider: 'object_store' } }`,
  `{ source: '<p>x', storage: { provider: 'disk' } }`,
];

/** A program with types that openapi-typescript has generated, and its fetch client. */
const fetchProgram = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

const client = createClient<paths>({ baseUrl: '${facts.base}', headers: { authorization: 'Basic x' } });

export async function main(): Promise<unknown> {
  const { data: least, error } = await client.POST('/v1/pdf', { body: { source: '<p>x' } });
  const code: 'no-credits' | 'queue-full' | undefined =
    error?.error.code === 'no-credits' || error?.error.code === 'queue-full' ? error.error.code : undefined;
  const url: string | undefined = least !== undefined && 'url' in least ? least.url : undefined;
  const task: string | undefined = least !== undefined && 'task' in least ? least.task : undefined;
  const { response } = await client.POST('/v1/pdf', {
    params: { header: { 'svc-test-mode': true, 'Idempotency-Key': 'a', Prefer: 'respond-async' } },
    body: ${everything},
  });
  const { data: pdf } = await client.POST('/v1/convert', { body: { source: '<p>x' }, parseAs: 'blob' });
  const blob: Blob | undefined = pdf;
  const format: components['schemas']['PdfRequest']['format'] = '210mmx297mm';
  // @ts-expect-error An unknown field. The fetch client itself does not check for those.
  const odd: components['schemas']['PdfRequest'] = { source: '<p>x', colour: 'red' };
  const { data: state } = await client.GET('/v1/pdf/{task}', { params: { path: { task: '1' } } });
  // @ts-expect-error The task is missing.
  await client.GET('/v1/pdf/{task}');
  // @ts-expect-error The mode is not a text.
  await client.POST('/v1/pdf', { params: { header: { 'svc-test-mode': 'on' } }, body: { source: '' } });
${wrong.map((body) => `  // @ts-expect-error\n  await client.POST('/v1/pdf', { body: ${body} });`).join('\n')}
  return [code, url, task, response, blob, format, odd, state];
}
`;

/** A program with the client that `@hey-api/openapi-ts` has generated. */
const heyProgram = `
import { convert, createPdf, downloadPdf, getPdfTask } from './client/index.js';
import { createClient } from './client/client/index.js';

const client = createClient({ baseUrl: '${facts.base}', auth: 'key:' });

export async function main(): Promise<unknown> {
  const { data: least, error } = await createPdf({ client, body: { source: '<p>x' } });
  const code: string | undefined = error?.error.code;
  const url: string | undefined = least !== undefined && 'url' in least ? least.url : undefined;
  const task: string | undefined = least !== undefined && 'task' in least ? least.task : undefined;
  const { response } = await createPdf({
    client,
    headers: { 'svc-test-mode': true, 'Idempotency-Key': 'a', Prefer: 'respond-async' },
    body: ${everything},
  });
  const { data: pdf } = await convert({ client, body: { source: '<p>x' } });
  const blob: Blob | undefined = pdf;
  const { data: file } = await downloadPdf({ client, path: { file: 'x.pdf' } });
  const stored: Blob | undefined = file;
  const { data: state } = await getPdfTask({ client, path: { task: '1' } });
  // @ts-expect-error The task is missing.
  await getPdfTask({ client });
  // @ts-expect-error An unknown field.
  await createPdf({ client, body: { source: '<p>x', colour: 'red' } });
  // @ts-expect-error The mode is not a text.
  await createPdf({ client, headers: { 'svc-test-mode': 'on' }, body: { source: '' } });
${wrong.map((body) => `  // @ts-expect-error\n  await createPdf({ client, body: ${body} });`).join('\n')}
  return [code, url, task, response, blob, stored, state];
}
`;

const packages = resolve(import.meta.dirname, '../../../node_modules');

/** Returns TypeScript's errors about a program. */
function errorsOf(file: string): readonly string[] {
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    paths: { 'openapi-fetch': [join(packages, 'openapi-fetch')] },
    types: [],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file?.text.slice(0, start).split('\n').length ?? 0;
    const source = file?.text.split('\n')[line - 1]?.trim() ?? '';
    return `${line}: ${source}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

it('types a client of openapi-typescript', async () => {
  const schema = await openapiTypeScript(JSON.stringify(openApiDocument(facts)));
  const place = folder.with({ 'schema.d.ts': astToString(schema), 'main.ts': fetchProgram });
  expect(errorsOf(join(place, 'main.ts'))).toEqual([]);
});

it('types a client of @hey-api/openapi-ts', async () => {
  const place = folder.with({ 'main.ts': heyProgram });
  await createClient({
    input: openApiDocument(facts),
    output: join(place, 'client'),
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  });
  expect(errorsOf(join(place, 'main.ts'))).toEqual([]);
});

it.each([{}, { isStrict: true }, { isOpen: true }])(
  'has nothing that the linter of Redocly reports, with %j',
  async (options) => {
    const source = JSON.stringify(openApiDocument({ ...facts, ...options }));
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source, config });
    expect(problems.map(({ message, location: [place] }) => [place?.pointer, message])).toEqual([]);
  },
);
