import { matrixCsv } from '../../reports/matrix-csv.js';
import type { ExportOfFamily } from '../export.js';
import { openFacility } from './runs/open.js';

export const exportOfRewardRate: ExportOfFamily = {
  matrix: (file) => {
    const opened = openFacility(file);
    return opened.ok ? { ok: true, instance: opened.instance.name, pieces: matrixCsv([['', opened.matrix]]) } : opened;
  },
};
