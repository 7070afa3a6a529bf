import { type Message, message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { isSchema, type JsonSchema, schemaAt } from './request-schema.js';

/** The page loads nothing and runs no scripts. */
export const docsPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Returns the OpenAPI document as an HTML page. */
export function docsPage(document: JsonSchema): string {
  const info = schemaAt(document, 'info');
  const schemas = schemaAt(schemaAt(document, 'components'), 'schemas');
  const paths = Object.entries(schemaAt(document, 'paths'));
  const request = schemaAt(schemas, 'Request');
  const ended = schemaAt(schemaAt(schemaAt(document, 'webhooks'), 'pdfEnded'), 'post');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info['title'])}</title>
<style>${style}</style>
<h1>${escaped(info['title'])}</h1>
<p>${html(message('apiDocs.version', { version: escaped(info['version']) }))} <a href="/v1/openapi.json">${html(message('apiDocs.openApiLink'))}</a></p>
<pre>curl -u API_KEY: -H 'Accept: application/pdf' --json '{"source": "&lt;h1>Hello&lt;/h1>"}' \\
  ${escaped(serverOf(document))}/v1/pdf --output hello.pdf</pre>
<h2>${html(message('apiDocs.requestHeading'))}</h2>
${fieldTable(request, '')}
${paths.map(([path, item]) => (isSchema(item) ? operations(path, item) : '')).join('\n')}
<h2>${html(message('apiDocs.responseHeading'))}</h2>
${fieldTable(schemaAt(schemas, 'Response'), '')}
<h2>${html(message('apiDocs.webhookHeading'))}</h2>
<p>${escaped(ended['summary'])}. ${escaped(ended['description'])}</p>
${fieldTable(schemaAt(schemas, 'Event'), '')}
<h2>${html(message('apiDocs.errorHeading'))}</h2>
${fieldTable(schemaAt(schemas, 'Error'), '')}
</html>
`;
}

const style = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent)}
code,pre{font:14px/1.5 ui-monospace,monospace}pre{overflow:auto;padding:1rem;background:color-mix(in srgb,currentColor 8%,transparent)}
h2{margin-top:2.5rem}
@media(max-width:40rem){h2,code{overflow-wrap:anywhere}table,tbody,tr,td{display:block}th{display:none}td{border:0;padding:0}
tr{padding:.35rem 0;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent)}}`;

function operations(path: string, item: JsonSchema): string {
  return Object.entries(item)
    .map(([method, operation]) =>
      isSchema(operation) ? operationSection(method.toUpperCase(), path, operation) : '',
    )
    .join('\n');
}

function operationSection(method: string, path: string, operation: JsonSchema): string {
  const parameters = listOf(operation['parameters']).map(
    (parameter) =>
      `<tr><td>${code(parameter['name'])}<td>${escaped(parameter['in'])}<td>${escaped(parameter['description'])}`,
  );
  const responses = Object.entries(schemaAt(operation, 'responses')).map(
    ([status, response]) =>
      `<tr><td>${code(status)}<td>${escaped(isSchema(response) ? response['description'] : '')}`,
  );
  return `<h2><code>${method} ${escaped(path)}</code></h2>
<p>${escaped(operation['summary'])}. ${escaped(operation['description'])}</p>
${parameters.length === 0 ? '' : `<table>${headerRow(parameterColumns)}${parameters.join('')}</table>`}
<table>${headerRow(statusColumns)}${responses.join('')}</table>`;
}

const meaningColumn = message('apiDocs.meaningColumn');
const parameterColumns = [
  message('apiDocs.parameterColumn'),
  message('apiDocs.inColumn'),
  meaningColumn,
];
const statusColumns = [message('apiDocs.statusColumn'), meaningColumn];
const fieldColumns = [
  message('apiDocs.fieldColumn'),
  message('apiDocs.typeColumn'),
  message('apiDocs.ruleColumn'),
];

function headerRow(columns: readonly Message[]): string {
  return `<tr>${columns.map((column) => `<th>${html(column)}`).join('')}`;
}

function fieldTable(schema: JsonSchema, parent: string): string {
  return `<table>${headerRow(fieldColumns)}${rows(schema, parent)}</table>`;
}

function rows(schema: JsonSchema, parent: string): string {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(schemaAt(schema, 'properties'))
    .map(([name, field]) => {
      if (!isSchema(field)) return '';
      const path = parent === '' ? name : `${parent}.${name}`;
      // The row above the fields of its alternative shows it.
      if (field['const'] !== undefined) return '';
      const alternatives = listOf(field['oneOf']).map((each) => alternative(each, path));
      const inner = [field, schemaAt(field, 'items')].map((each) => rows(each, path));
      const need = required.includes(name) ? ` ${html(message('apiDocs.required'))}` : '';
      return `<tr><td>${code(path)}<td>${escaped(typeOf(field))}<td>${escaped(field['description'])}${need}${ruleOf(field)}${[...inner, ...alternatives].join('')}`;
    })
    .join('');
}

/** Returns one of several forms of a field, under the value that identifies it. */
function alternative(schema: JsonSchema, path: string): string {
  const heading = Object.entries(schemaAt(schema, 'properties')).map(([name, field]) =>
    isSchema(field) && field['const'] !== undefined
      ? `<tr><td colspan="3">${html(message('apiDocs.alternative', { field: code(`${path}.${name}`), value: code(field['const']) }))}`
      : '',
  );
  return `${heading.join('')}${rows(schema, path)}`;
}

function typeOf(field: JsonSchema): string {
  if (typeof field['type'] === 'string') return field['type'];
  return Array.isArray(field['oneOf']) ? 'object' : '';
}

function ruleOf(field: JsonSchema): string {
  const examples = Array.isArray(field['examples']) ? field['examples'] : [];
  const value = field['default'];
  const rules = [
    ...(value === undefined ? [] : [message('apiDocs.default', { value: code(value) })]),
    ...(examples.length === 0
      ? []
      : [message('apiDocs.examples', { examples: { or: examples.map(code) } })]),
  ];
  return rules.map((rule) => ` ${html(rule)}`).join('');
}

function serverOf(document: JsonSchema): string {
  const [server] = listOf(document['servers']);
  const url = server?.['url'];
  return typeof url === 'string' ? url : '';
}

function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** Returns a text of the catalog, which has no markup. Its parameters must be HTML. */
function html(text: Message): string {
  return englishText(text);
}

function code(value: unknown): string {
  return `<code>${escaped(value)}</code>`;
}

function escaped(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
