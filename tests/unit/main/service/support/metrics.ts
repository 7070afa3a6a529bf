import {
  type MetricsParts,
  ServiceMetrics,
} from '../../../../../electron/main/service/monitoring/monitoring.js';
import { idleEngine } from './open-service.js';

/** Metrics of a service that does nothing. */
export function metricsOf(parts: Partial<MetricsParts> = {}): ServiceMetrics {
  return new ServiceMetrics({
    queue: { running: 0, waiting: 0 },
    figures: { store: null, disk: null, refresh: () => undefined },
    engine: idleEngine,
    hasCredits: true,
    version: '1.0.0',
    ...parts,
  });
}
