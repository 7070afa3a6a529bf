import { createHash } from 'node:crypto';
import { pdfPath } from '../../../shared/endpoints.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import {
  type OwnOptionGroup,
  ownOptionNames,
  ownOptionsOf,
} from '../../../shared/request/own-options.js';
import { wireVocabulary } from '../../../shared/request/wire.js';
import { escapeHtml } from '../../util/character-references.js';
import { docsStyle } from './docs-style.js';
import { errorCodes } from './error-codes.js';
import { type CreateExample, createExamples, errorExample, eventExample } from './examples.js';
import { isSchema, type JsonSchema, ownHelp, schemaAt } from './request-schema.js';

const styleHash = createHash('sha256').update(docsStyle).digest('base64');

/** The page loads nothing and runs no scripts; it has one style sheet. */
export const docsPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function docsPage(document: JsonSchema): string {
  const info = schemaAt(document, 'info');
  const operations = operationsOf(document);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info['title'])}</title>
<style>${docsStyle}</style>
<div class="page">
${navigation(operations, hasOwnOptions(document))}
<main>
<h1>${escaped(info['title'])}</h1>
<p class="quiet">Version ${escaped(info['version'])} · <a href="/v1/openapi.json">OpenAPI document</a></p>
${start(document)}
${operations.map((operation) => operationSection(operation, document)).join('\n')}
${webhook(document)}
${errors(document)}
</main>
</div>
</html>
`;
}

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly details: JsonSchema;
}

function operationsOf(document: JsonSchema): readonly Operation[] {
  return Object.entries(schemaAt(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(isSchema(item) ? item : {}).flatMap(([method, details]) =>
      isSchema(details)
        ? [{ id: textOf(details['operationId']), method: method.toUpperCase(), path, details }]
        : [],
    ),
  );
}

/** The parts of an operation, by the IDs that those of `POST` have. */
const partHeadings = {
  headers: 'Headers and parameters',
  body: 'Request body',
  examples: 'Examples',
  responses: 'Responses',
  options: 'Further options',
} as const;

function navigation(operations: readonly Operation[], hasOptions: boolean): string {
  const items = operations.map(({ id, method, path }) => {
    const parts = Object.entries(path === pdfPath ? partHeadings : {}).filter(
      ([part]) => part !== 'options' || hasOptions,
    );
    const inner = parts.map(([part, heading]) => link(part, heading)).join('');
    return `<li><a href="#${id}">${badge(method)}${escaped(path)}</a>${inner && `<ul>${inner}</ul>`}`;
  });
  const label = 'Contents';
  return `<nav aria-label="${label}">
<strong>${label}</strong>
<ul>${link('start', 'Start')}</ul>
<strong>Operations</strong>
<ul>${items.join('')}</ul>
<strong>Reference</strong>
<ul>${link('webhook', 'Webhook')}${link('errors', 'Errors')}</ul>
</nav>`;
}

function link(id: string, heading: string): string {
  return `<li><a href="#${id}">${heading}</a>`;
}

function badge(method: string): string {
  return `<span class="method">${escaped(method)}</span>`;
}

function start(document: JsonSchema): string {
  const { key } = schemaAt(schemaAt(document, 'components'), 'securitySchemes');
  const authentication = needsKey(document)
    ? escaped(isSchema(key) ? key['description'] : '')
    : 'This service needs no key, and serves this machine only.';
  const [first] = createExamples;
  return `<h2 id="start">Start</h2>
<p>${escaped(schemaAt(document, 'info')['summary'])} All URLs begin with ${code(serverOf(document))}.</p>
<p><b>HTTP basic authentication.</b> ${authentication}</p>
${first === undefined ? '' : pre(curl(first, document))}`;
}

function operationSection({ id, method, path, details }: Operation, document: JsonSchema): string {
  const isCreate = path === pdfPath;
  const parameters = listOf(details['parameters']);
  const heading = (part: keyof typeof partHeadings) =>
    `<h3${isCreate ? ` id="${part}"` : ''}>${partHeadings[part]}</h3>`;
  return [
    `<h2 id="${id}">${badge(method)}<code>${escaped(path)}</code></h2>`,
    `<p><b>${escaped(details['summary'])}.</b> ${escaped(details['description'])}</p>`,
    ...(parameters.length === 0 ? [] : [heading('headers'), parameterTable(parameters)]),
    ...(isCreate ? [heading('body'), requestBody(document)] : []),
    ...(isCreate
      ? [heading('examples'), ...createExamples.map((each) => example(each, document))]
      : []),
    heading('responses'),
    statusTable(schemaAt(details, 'responses')),
    ...(isCreate ? [result(document)] : []),
    ...(isCreate && hasOwnOptions(document) ? [ownOptions(document)] : []),
  ].join('\n');
}

function parameterTable(parameters: readonly JsonSchema[]): string {
  const parameterRows = parameters.map((parameter) => {
    const field = { ...schemaAt(parameter, 'schema'), description: parameter['description'] };
    const place = `<span class="limit">${escaped(parameter['in'])}</span>`;
    return row(code(parameter['name']), typeCell(field) + place, meaningOf(field));
  });
  return table('fields', fieldColumns, parameterRows.join(''));
}

/** The fields of the API; Platen's own options follow in a section of their own. */
function requestBody(document: JsonSchema): string {
  const request = schemaOf(document, 'PdfRequest');
  const optionNames = new Set(ownOptionNames.map(wireVocabulary.nameOf));
  const fields = Object.entries(schemaAt(request, 'properties')).filter(
    ([name]) => !optionNames.has(name),
  );
  const api = { ...request, properties: Object.fromEntries(fields) };
  return `<p>${escaped(request['description'])}</p>${fieldTable(api)}`;
}

const groups: Readonly<Record<OwnOptionGroup, Message>> = {
  page: message('form.pageGroup'),
  header: message('form.headerGroup'),
  contents: message('form.contentsGroup'),
  loading: message('form.loadingGroup'),
  appearance: message('form.appearanceGroup'),
  info: message('form.infoGroup'),
  security: message('form.securityGroup'),
};

/** Whether the service accepts options that extend the API. */
function hasOwnOptions(document: JsonSchema): boolean {
  const properties = schemaAt(schemaOf(document, 'PdfRequest'), 'properties');
  return ownOptionNames.some((name) => wireVocabulary.nameOf(name) in properties);
}

function ownOptions(document: JsonSchema): string {
  const properties = schemaAt(schemaOf(document, 'PdfRequest'), 'properties');
  const sections = Object.entries(groups).map(([group, heading]) => {
    // The cast is safe: the names are those of `groups`.
    const fields = ownOptionsOf(group as OwnOptionGroup).flatMap((name) => {
      const field = properties[wireVocabulary.nameOf(name)];
      const description = ownHelp(name);
      return isSchema(field) ? [[wireVocabulary.nameOf(name), { ...field, description }]] : [];
    });
    if (fields.length === 0) return '';
    return `<h4>${englishText(heading)}</h4>${fieldTable({ properties: Object.fromEntries(fields) })}`;
  });
  return `<h3 id="options">${partHeadings.options}</h3>
<p>Fields of the request body that extend the API; other services refuse them. All are optional.</p>
${sections.join('\n')}`;
}

function example(shown: CreateExample, document: JsonSchema): string {
  const body = shown.response === null ? '%PDF-…' : json(shown.response);
  const response = `${shown.status.join('\n')}\n\n${body}`;
  return `<h4>${shown.heading}</h4>
<div class="columns">${pre(curl(shown, document))}${pre(response)}</div>`;
}

/** For a POSIX shell. */
function curl({ headers, body, response }: CreateExample, document: JsonSchema): string {
  const oneLine = JSON.stringify(body);
  const content = oneLine.length <= maxLineLength ? oneLine : json(body).replaceAll('\n', '\n  ');
  const key = needsKey(document) ? '-u API_KEY: ' : '';
  const lines = [
    `curl ${key}${serverOf(document)}${pdfPath}`,
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    `--json '${content.replaceAll("'", String.raw`'\''`)}'`,
    ...(response === null ? ['--output hello.pdf'] : []),
  ];
  return lines.join(' \\\n  ');
}

/** Longer JSON has a line for each field. */
const maxLineLength = 50;

function result(document: JsonSchema): string {
  return `<h4>Body of the response 200</h4>${fieldTable(schemaOf(document, 'PdfResponse'))}`;
}

function webhook(document: JsonSchema): string {
  const ended = schemaAt(schemaAt(schemaAt(document, 'webhooks'), 'pdfEnded'), 'post');
  return `<h2 id="webhook">Webhook</h2>
<p><b>${escaped(ended['summary'])}.</b> ${escaped(ended['description'])}</p>
${pre(json(eventExample))}
${fieldTable(schemaOf(document, 'PdfEvent'))}`;
}

function errors(document: JsonSchema): string {
  const codes = errorCodes.map(({ code: name, status, meaning }) =>
    row(String(status), code(name), meaning),
  );
  return `<h2 id="errors">Errors</h2>
<p>Every error has this body. All errors of a request are reported together. The code identifies the error; the message may change.</p>
${pre(json(errorExample))}
${fieldTable(schemaOf(document, 'ServiceError'))}
${table('codes', codeColumns, codes.join(''))}`;
}

function statusTable(responses: JsonSchema): string {
  const statuses = Object.entries(responses).map(([status, response]) =>
    row(code(status), escaped(isSchema(response) ? response['description'] : '')),
  );
  return table('statuses', statusColumns, statuses.join(''));
}

const meaningColumn = 'Meaning';
const statusColumn = 'Status';
const statusColumns = [statusColumn, meaningColumn];
const codeColumns = [statusColumn, 'Code', meaningColumn];
const fieldColumns = ['Field', 'Type', meaningColumn];

function table(kind: string, columns: readonly string[], content: string): string {
  const head = columns.map((column) => `<th scope="col">${column}`).join('');
  return `<table class="${kind}"><thead><tr>${head}<tbody>${content}</table>`;
}

function row(...cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}`).join('')}`;
}

function fieldTable(schema: JsonSchema): string {
  return table('fields', fieldColumns, rows(schema, ''));
}

function rows(schema: JsonSchema, parent: string): string {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(schemaAt(schema, 'properties'))
    .map(([name, field]) => {
      if (!isSchema(field)) return '';
      const path = parent === '' ? name : `${parent}.${name}`;
      // The row above the fields of its alternative shows it.
      if (field['const'] !== undefined && field['const'] !== true) return '';
      const alternatives = listOf(field['oneOf']).map((each) => alternative(each, path));
      const inner = [field, schemaAt(field, 'items')].map((each) => rows(each, path));
      const need = required.includes(name) ? ` <span class="need">required</span>` : '';
      const fieldRow = row(code(path) + need, typeCell(field), meaningOf(field));
      return [fieldRow, ...inner, ...alternatives].join('');
    })
    .join('');
}

/** Returns one of several forms of a field, under the value that identifies it. */
function alternative(schema: JsonSchema, path: string): string {
  const heading = Object.entries(schemaAt(schema, 'properties')).map(([name, field]) =>
    isSchema(field) && field['const'] !== undefined
      ? `<tr class="alternative"><td colspan="3">If ${code(`${path}.${name}`)} is ${code(field['const'])}:`
      : '',
  );
  return `${heading.join('')}${rows(schema, path)}`;
}

/** With the limits of the field. */
function typeCell(field: JsonSchema): string {
  const limits = limitsOf(field).map((limit) => `<span class="limit">${limit}</span>`);
  return `${escaped(typeOf(field))}${limits.join('')}`;
}

function typeOf(field: JsonSchema): string {
  const types: readonly unknown[] = [field['type']].flat();
  const type = types.find((each) => typeof each === 'string');
  if (type !== undefined) return type;
  if (Array.isArray(field['oneOf'])) return 'object';
  const [value] = valuesOf(field);
  return field['const'] === true ? 'boolean' : typeof (value ?? '');
}

/** Longer lists, such as that of error codes, have a table of their own. */
const maxValues = 12;

function limitsOf(field: JsonSchema): readonly string[] {
  const { minimum: min, maximum: max, maxLength } = field;
  const values = valuesOf(field);
  return [
    ...(typeof min === 'number' && typeof max === 'number'
      ? [`${String(min)} to ${String(max)}`]
      : typeof min === 'number'
        ? [`at least ${String(min)}`]
        : []),
    ...(typeof maxLength === 'number'
      ? [`at most ${maxLength.toLocaleString('en')} characters`]
      : []),
    ...(values.length > 0 && values.length <= maxValues ? [values.map(code).join(', ')] : []),
  ];
}

/** Some of them if the field may have others too. */
function valuesOf(field: JsonSchema): readonly unknown[] {
  const lists: readonly unknown[] = [field, ...listOf(field['anyOf'])].map((each) => each['enum']);
  return lists
    .flatMap((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []))
    .filter((value) => value !== null);
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

function meaningOf(field: JsonSchema): string {
  const examples = Array.isArray(field['examples']) ? field['examples'] : [];
  const value = field['default'];
  const rules = [
    ...(value === undefined ? [] : [`${code(value)} if not set.`]),
    ...(examples.length === 0 || valuesOf(field).length > 0
      ? []
      : [`For example ${alternatives.format(examples.map(code))}.`]),
  ];
  return [escaped(field['description']), ...rules].join(' ').trim();
}

function schemaOf(document: JsonSchema, name: string): JsonSchema {
  return schemaAt(schemaAt(schemaAt(document, 'components'), 'schemas'), name);
}

function serverOf(document: JsonSchema): string {
  const [server] = listOf(document['servers']);
  return textOf(server?.['url']);
}

function needsKey(document: JsonSchema): boolean {
  return listOf(document['security']).length > 0;
}

function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function json(value: object): string {
  return JSON.stringify(value, undefined, 2);
}

function pre(text: string): string {
  return `<pre>${escaped(text)}</pre>`;
}

function code(value: unknown): string {
  return `<code>${escaped(value)}</code>`;
}

function escaped(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  return escapeHtml(text);
}
