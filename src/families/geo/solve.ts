import { withBaseline, withResult } from '../../runs/baseline.js';
import type { Fault, Refused } from '../../instances/fault.js';
import { comparedValues } from '../../reports/figures.js';
import { figures } from './figures.js';
import { toldRun } from './report/told.js';
import { GEO_METHODS } from './methods/registry.js';
import { geoLedgerCsv } from './report/ledger-csv.js';
import { geoPlanCsv } from './report/plan-csv.js';
import { geoSummaryText } from './report/summary.js';
import { geoLedger } from './runs/ledger.js';
import { type ReadyGeo, type SolvedGeo, solveGeoInstance } from './runs/solve.js';
import { type GeoFront, geoFront, knowsCarbon } from './studies/front/front.js';
import type { RunTexts, SearchRequest, SolvedByFamily, SolveOfFamily } from '../family.js';
import type { ValuesOf } from '../options.js';
import { methodOf } from '../words.js';
import type { GEO_OPTIONS } from './options.js';

export const solveOfGeo: SolveOfFamily<ReadyGeo> = {
  progressUnit: '',
  solve,
  unknownToSome: [
    'unservedRate',
    'unarrivedWork',
    'powerCap',
    'carbonCap',
    'redLine',
    'setPointRange',
    'coolingCapacity',
    'coolingPerformance',
  ],
};

async function solve({ words, ...asked }: SearchRequest<ReadyGeo>): Promise<SolvedByFamily | Refused> {
  const {
    front: points,
    boundTimeLimit,
    generations,
    efficiency,
    resume: resumeFile,
  } = words as ValuesOf<typeof GEO_OPTIONS, 'solve'>;
  const request = {
    ...asked,
    method: methodOf(words, GEO_METHODS),
    gald: { generations, efficiency },
    resumeFile,
    ...(boundTimeLimit === undefined ? {} : { boundTimeLimitS: boundTimeLimit }),
  };
  const refuses = (opened: ReadyGeo): readonly Fault[] =>
    points === undefined || knowsCarbon(opened) ? [] : [withoutCarbon(asked.file)];
  const answer = await solveGeoInstance({ ...request, refuses });
  if (!answer.ok) return answer;
  const { solved } = answer;
  const front = points === undefined ? null : await geoFront(solved.opened, request, points, solved);
  return {
    ok: true,
    result: solved.record.result,
    plan: solved.plan,
    // Methods that draw nothing improve no plan on the way.
    trajectory: request.method.stochastic ? solved.record.trajectory : null,
    compared: () => {
      const { record, opened } = solved;
      const { costByEpochUsd } = record.result;
      return {
        ...comparedValues(figures, toldRun(opened.instance, record).of),
        costByEpochUsd: costByEpochUsd === null ? null : [...costByEpochUsd],
      };
    },
    summary: (files) => geoSummaryText(solved.opened.instance, withResult(solved, { files }).record),
    texts: (baseline = null) => textsOf(withBaseline(solved, baseline), front),
  };
}

async function textsOf(solved: SolvedGeo, front: GeoFront | null): Promise<RunTexts> {
  const { renderGeoReport } = await import('./report/html/report.js');
  const { plan, opened, record } = solved;
  const { instance, series, model } = opened;
  const { result, evaluation, trajectory } = record;
  const rated = result.objective === null ? null : evaluation;
  const names = instance.dataCentres.map(({ name }) => name);
  const ledger = rated === null ? null : geoLedger(rated, names);
  return {
    plan: plan === null ? null : { json: `${JSON.stringify(plan)}\n`, csv: geoPlanCsv(instance, series, plan) },
    more: [
      { key: 'ledgerCsv', name: 'ledger.csv', text: rated === null ? null : geoLedgerCsv(instance, series, rated) },
    ],
    page: (files) =>
      renderGeoReport({ model, series, plan, record: withResult(solved, { files }).record, compared: [], front }),
    report: { evaluation, ledger, trajectory, ...(front === null ? {} : { front }) },
  };
}

function withoutCarbon(file: string): Fault {
  return {
    file,
    path: 'dataCentres[0].carbon',
    value: undefined,
    allowed: 'with --front, carbon intensities above 0 at some data centre',
    remedy: 'Give the carbon intensity of the grid (docs/geo/instances.md), or leave --front out.',
  };
}
