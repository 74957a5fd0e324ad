import { geoLedgerCsv } from '../../reports/geo-ledger-csv.js';
import { geoPlanCsv } from '../../reports/geo-plan-csv.js';
import { renderGeoReport } from '../../reports/html/geo/report.js';
import { geoLedger } from '../../runs/geo/ledger.js';
import type { SolvedGeo } from '../../runs/geo/solve.js';
import type { GeoFront } from '../../studies/geo-front/front.js';
import { LEDGER_FILE } from '../geo-words.js';
import { type FileNames, writeRunFiles } from '../run-files.js';
import type { Fault } from '../study-files.js';

/** Writes what a geo run leaves behind; the record returned names the files. */
export function writeGeoRun(
  solved: SolvedGeo,
  front: GeoFront | null,
  directory: string,
): { readonly solved: SolvedGeo; readonly fault: Fault | null } {
  const { plan, opened, record } = solved;
  const { instance, series, problem } = opened;
  const rated = record.result.objective === null ? null : record.evaluation;
  const { files, fault } = writeRunFiles(directory, {
    plan: plan === null ? null : { json: `${JSON.stringify(plan)}\n`, csv: geoPlanCsv(instance, series, plan) },
    more: [
      { key: 'ledgerCsv', name: LEDGER_FILE, text: rated === null ? null : geoLedgerCsv(instance, series, rated) },
    ],
    report: (names) =>
      renderGeoReport({ problem, series, plan, record: withFiles(solved, names).record, compared: [], front }),
    result: (names) => {
      const { result, evaluation, trajectory } = withFiles(solved, names).record;
      const ledger =
        rated === null
          ? null
          : geoLedger(
              rated,
              instance.dataCentres.map(({ name }) => name),
            );
      const report = { evaluation, ledger, trajectory, ...(front === null ? {} : { front }) };
      return `${JSON.stringify({ ...result, report }, null, 1)}\n`;
    },
  });
  return { solved: withFiles(solved, files), fault };
}

function withFiles(solved: SolvedGeo, files: FileNames): SolvedGeo {
  return { ...solved, record: { ...solved.record, result: { ...solved.record.result, files } } };
}
