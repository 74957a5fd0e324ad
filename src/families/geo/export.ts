import { currencyOf } from '../../../models/units.js';
import { matrixCsv } from '../../reports/matrix-csv.js';
import type { ExportOfFamily } from '../export.js';
import { loadGeoInstance } from './instances/load.js';
import { openGeo } from './instances/open.js';
import { seriesCsv } from './report/series-csv.js';

export const exportOfGeo: ExportOfFamily = {
  series: (file) => {
    const loaded = loadGeoInstance(file);
    if (!loaded.ok) return loaded;
    const { instance, series } = loaded;
    const centres = series.centres.map((centre, d) => ({ ...centre, name: instance.dataCentres[d]!.name }));
    const taskNames = instance.taskTypes.map(({ name }) => name);
    const pieces = seriesCsv(centres, series.utcBounds, taskNames, series.arrivalRatePerS, currencyOf(instance));
    return { ok: true, instance: instance.name, pieces };
  },
  matrix: (file) => {
    const opened = openGeo(file);
    return opened.ok ? { ok: true, instance: opened.instance.name, pieces: matrixCsv(opened.matrices) } : opened;
  },
};
