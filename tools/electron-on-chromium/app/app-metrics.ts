import { runningChromiums, windowChromium } from '../chromium/launch.js';
import { processesOf } from '../chromium/processes.js';

/** Electron's names of Chromium's process types (docs/api/structures/process-metric.md). */
const types: Readonly<Record<string, Electron.ProcessMetric['type']>> = {
  '': 'Browser',
  renderer: 'Tab',
  utility: 'Utility',
  zygote: 'Zygote',
  'sandbox-ipc': 'Sandbox helper',
  'gpu-process': 'GPU',
};

/** `app.getAppMetrics`: the memory of each process. CPU usage is not measured. */
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
 * Returns the process ID of the application's window; 0 before it exists, as Chromium may have a
 * spare one.
 */
export function windowProcessId(): number {
  const chromium = windowChromium();
  if (chromium === undefined) return 0;
  return processesOf([chromium]).find(({ type }) => type === 'renderer')?.pid ?? 0;
}
