import type { ReadyGeo } from '../../families/geo/runs/solve.js';
import { openGeo } from '../../families/geo/instances/open.js';
import type { GeoMethod } from '../../families/geo/methods/registry.js';
import { geoCompareCsv, geoCompareEpochsCsv } from '../../families/geo/report/compare-csv.js';
import { geoCompareText } from '../../families/geo/report/compare-summary.js';
import { compareGeoMethods } from '../../families/geo/studies/compare/compare.js';
import type { GeoComparisonRecord } from '../../families/geo/studies/compare/record.js';
import { type GeoCompareRequest, geoDesign } from '../../families/geo/studies/compare/run.js';
import { orError } from '../study-files.js';
import { COMPARE_FILES, type CompareStudyOptions, runCompareStudy, type RunSurroundings } from './compare-study.js';

export interface CompareGeoOptions extends CompareStudyOptions {
  readonly methods: readonly GeoMethod[];
}

/** `plenum compare` of a geo instance: returns the exit code. */
export function compareGeoCommand(file: string, options: CompareGeoOptions): Promise<number> {
  const { methods, trials, seed } = options;
  const request = (opened: ReadyGeo, run: RunSurroundings): GeoCompareRequest => ({
    ...{ opened, methods, trials, seed },
    run: { ...run, cpuS },
    onTrial: () => undefined,
  });
  return runCompareStudy(
    {
      file,
      labels: methods.map(({ name }) => name),
      unit: '',
      fileNames: COMPARE_FILES,
      open: (shouldStop) => openGeo(file, undefined, shouldStop),
      design: (opened, run) => geoDesign(request(opened, run)),
      compare: async (opened, run, more): Promise<Compared> => ({
        record: await compareGeoMethods({ ...request(opened, run), ...more }),
      }),
      text: ({ record }) => geoCompareText(record),
      files: filesOf,
    },
    options,
  );
}

interface Compared {
  readonly record: GeoComparisonRecord;
}

function cpuS(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function filesOf({ record }: Compared): Promise<Map<string, string | Error>> {
  const { geoComparePage } = await import('../../families/geo/report/html/compare-page.js');
  return new Map([
    ['compare.csv', orError(() => geoCompareCsv(record))],
    ['compare-epochs.csv', orError(() => geoCompareEpochsCsv(record))],
    ['compare.html', orError(() => geoComparePage(record))],
    ['compare.json', `${JSON.stringify(record, null, 1)}\n`],
  ]);
}
