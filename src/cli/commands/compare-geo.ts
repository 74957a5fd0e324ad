import type { ReadyGeo } from '../../runs/geo/solve.js';
import { openGeo } from '../../instances/geo/open.js';
import type { GeoMethod } from '../../methods/registry.js';
import { geoCompareCsv, geoCompareEpochsCsv } from '../../reports/geo-compare-csv.js';
import { geoCompareText } from '../../reports/geo-compare-summary.js';
import { compareGeoMethods } from '../../studies/compare/geo/compare.js';
import type { GeoComparisonRecord } from '../../studies/compare/geo/record.js';
import { type GeoCompareRequest, geoDesign } from '../../studies/compare/geo/run.js';
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
  const { geoComparePage } = await import('../../reports/html/geo/compare-page.js');
  return new Map([
    ['compare.csv', orError(() => geoCompareCsv(record))],
    ['compare-epochs.csv', orError(() => geoCompareEpochsCsv(record))],
    ['compare.html', orError(() => geoComparePage(record))],
    ['compare.json', `${JSON.stringify(record, null, 1)}\n`],
  ]);
}
