import { pdfPath } from '../../../shared/endpoints.js';
import { filesPath } from '../tasks/pdf-maker.js';

/** Every address of the service, with its methods, as Fastify writes them. */
export const routes = {
  create: { url: pdfPath, methods: ['POST'] },
  task: { url: `${pdfPath}/:task`, methods: ['GET', 'HEAD'] },
  file: { url: `${filesPath}/:file`, methods: ['GET', 'HEAD'] },
  openapi: { url: '/v1/openapi.json', methods: ['GET', 'HEAD'] },
  docs: { url: '/docs', methods: ['GET', 'HEAD'] },
  health: { url: '/healthz', methods: ['GET', 'HEAD'] },
  metrics: { url: '/metrics', methods: ['GET', 'HEAD'] },
} as const;

/** The methods that an address knows; null if there is no such address. */
export function allowedMethods(path: string): readonly string[] | null {
  const route = Object.values(routes).find(({ url }) => matches(url, path));
  return route?.methods ?? null;
}

function matches(url: string, path: string): boolean {
  const pattern = url.replace(/\/:[a-z]+$/, '/[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}
