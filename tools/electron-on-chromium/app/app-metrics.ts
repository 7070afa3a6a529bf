import { runningChromiums, windowChromium } from '../chromium/launch.js';
import { processesOf } from '../chromium/processes.js';

/** Chromium's words for its processes, and Electron's (docs/api/structures/process-metric.md). */
const types: Readonly<Record<string, Electron.ProcessMetric['type']>> = {
  '': 'Browser',
  renderer: 'Tab',
  utility: 'Utility',
  zygote: 'Zygote',
  'sandbox-ipc': 'Sandbox helper',
  'gpu-process': 'GPU',
};

/** `app.getAppMetrics`: what memory the processes take; how busy they are is not measured. */
export function appMetrics(): Electron.ProcessMetric[] {
  return processesOf(runningChromiums()).map(({ pid, type, residentKilobytes, peakKilobytes }) => ({
    pid,
    type: types[type] ?? 'Unknown',
    creationTime: 0,
    cpu: { percentCPUUsage: 0, idleWakeupsPerSecond: 0 },
    memory: { workingSetSize: residentKilobytes, peakWorkingSetSize: peakKilobytes },
  }));
}

/**
 * Id of the process of the application's own window, 0 where it is not there yet; Chromium may have
 * another in reserve.
 */
export function windowProcessId(): number {
  const chromium = windowChromium();
  if (chromium === undefined) return 0;
  return processesOf([chromium]).find(({ type }) => type === 'renderer')?.pid ?? 0;
}
