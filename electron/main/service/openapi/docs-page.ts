import { isSchema, type JsonSchema, schemaAt } from './request-schema.js';

/** Nothing but the page itself is loaded, and nothing runs. */
export const docsPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The OpenAPI document as a page for people. It needs no network and no scripts. */
export function docsPage(document: JsonSchema): string {
  const info = schemaAt(document, 'info');
  const schemas = schemaAt(schemaAt(document, 'components'), 'schemas');
  const paths = Object.entries(schemaAt(document, 'paths'));
  const request = schemaAt(schemas, 'Request');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info['title'])}</title>
<style>${style}</style>
<h1>${escaped(info['title'])}</h1>
<p>Version ${escaped(info['version'])}. <a href="/v1/openapi.json">OpenAPI document</a>.</p>
<pre>curl -u API_KEY: -H 'Accept: application/pdf' --json '{"source": "&lt;h1>Hello&lt;/h1>"}' \\
  ${escaped(serverOf(document))}/v1/pdf --output hello.pdf</pre>
<h2>The body of a request</h2>
${fieldTable(request, '')}
${paths.map(([path, item]) => (isSchema(item) ? operations(path, item) : '')).join('\n')}
<h2>The answer</h2>
${fieldTable(schemaAt(schemas, 'Response'), '')}
<h2>An error</h2>
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
      `<tr><td><code>${escaped(parameter['name'])}</code><td>${escaped(parameter['in'])}<td>${escaped(parameter['description'])}`,
  );
  const answers = Object.entries(schemaAt(operation, 'responses')).map(
    ([status, answer]) =>
      `<tr><td><code>${escaped(status)}</code><td>${escaped(isSchema(answer) ? answer['description'] : '')}`,
  );
  return `<h2><code>${method} ${escaped(path)}</code></h2>
<p>${escaped(operation['summary'])}. ${escaped(operation['description'])}</p>
${parameters.length === 0 ? '' : `<table><tr><th>Parameter<th>In<th>Meaning${parameters.join('')}</table>`}
<table><tr><th>Status<th>Meaning${answers.join('')}</table>`;
}

function fieldTable(schema: JsonSchema, parent: string): string {
  return `<table><tr><th>Field<th>Type<th>Rule${rows(schema, parent)}</table>`;
}

function rows(schema: JsonSchema, parent: string): string {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(schemaAt(schema, 'properties'))
    .map(([name, field]) => {
      if (!isSchema(field)) return '';
      const path = parent === '' ? name : `${parent}.${name}`;
      // Told by the row above those that belong to it.
      if (field['const'] !== undefined) return '';
      const alternatives = listOf(field['oneOf']).map((each) => alternative(each, path));
      const inner = [field, schemaAt(field, 'items')].map((each) => rows(each, path));
      const need = required.includes(name) ? ' Required.' : '';
      return `<tr><td><code>${escaped(path)}</code><td>${escaped(typeOf(field))}<td>${escaped(field['description'])}${need}${ruleOf(field)}${[...inner, ...alternatives].join('')}`;
    })
    .join('');
}

/** One of several forms of a field, under the value by which it is told from the others. */
function alternative(schema: JsonSchema, path: string): string {
  const told = Object.entries(schemaAt(schema, 'properties')).map(([name, field]) =>
    isSchema(field) && field['const'] !== undefined
      ? `<tr><td colspan="3">Where <code>${escaped(`${path}.${name}`)}</code> is <code>${escaped(field['const'])}</code>:`
      : '',
  );
  return `${told.join('')}${rows(schema, path)}`;
}

function typeOf(field: JsonSchema): string {
  if (typeof field['type'] === 'string') return field['type'];
  return Array.isArray(field['oneOf']) ? 'object' : '';
}

function ruleOf(field: JsonSchema): string {
  const examples = Array.isArray(field['examples']) ? field['examples'] : [];
  const value = field['default'];
  return [
    value === undefined ? '' : ` <code>${escaped(value)}</code> if not set.`,
    examples.length === 0
      ? ''
      : ` For example ${examples.map((example) => `<code>${escaped(example)}</code>`).join(', ')}.`,
  ].join('');
}

function serverOf(document: JsonSchema): string {
  const [server] = listOf(document['servers']);
  const url = server?.['url'];
  return typeof url === 'string' ? url : '';
}

function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function escaped(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
