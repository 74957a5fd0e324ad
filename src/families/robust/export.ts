import type { ExportOfFamily } from '../export.js';
import { loadRobustInstance } from './instances/load.js';
import { timesCsv } from './report/times-csv.js';

export const exportOfRobust: ExportOfFamily = {
  times: (file) => {
    const loaded = loadRobustInstance(file);
    if (!loaded.ok) return loaded;
    const { instance, times } = loaded;
    const typeNames = instance.workload.taskTypes.map(({ name }) => name);
    return { ok: true, instance: instance.name, pieces: timesCsv(times, typeNames) };
  },
};
