import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceMetrics } from '../monitoring/monitoring.js';
import type { ServiceLog } from '../contract/service-log.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** ID of the account, for the log; absent before the authorization. */
    account?: string;
    /** ID of the task, once the request is admitted. */
    task?: string;
    /** Size of the body, once it is read. */
    bodyBytes?: number;
    errorCode?: string;
  }
}

/** Identifies the request in the log. */
export function requestFields({ id, ip, account, task, bodyBytes: bytes }: FastifyRequest) {
  return {
    id,
    client: ip,
    ...(account !== undefined && { account }),
    ...(task !== undefined && { task }),
    ...(bytes !== undefined && { bytes }),
  };
}

/** Logs one line without URL and content, as both may be secret. */
export function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  metrics: ServiceMetrics,
  log: ServiceLog,
): void {
  const { method, errorCode: code } = request;
  const route = request.routeOptions.url ?? 'none';
  const status = reply.statusCode;
  const ms = Math.round(reply.elapsedTime);
  metrics.countRequest(route, method, status, reply.elapsedTime / 1000);
  const failure = code !== undefined && { code };
  log.info({ ...requestFields(request), method, route, status, ms, ...failure }, 'request');
}
