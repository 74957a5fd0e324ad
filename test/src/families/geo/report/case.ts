import type { GeoInstance } from '../../../../../models/families/geo/instance.js';
import type { GeoEvaluation } from '../../../../../models/families/geo/outcome.js';
import type { GeoPlan } from '../../../../../models/families/geo/plan.js';
import { checkGeoPlan } from '../../../../../src/families/geo/check/check-geo-plan.js';
import { costByEpochUsd } from '../../../../../src/families/geo/report/sums.js';
import type { GeoReportRequest, GeoReportResult } from '../../../../../src/families/geo/report/input.js';
import { type FullGeoSeries, geoSeries } from '../../../../../src/families/geo/instances/series/geo-series.js';
import { geoCase, randomGeoInstance, type RandomGeoOptions } from '../../../../support/geo.js';

/** A checked plan with a report made from it; `plan`, `evaluation` present. */
export interface GeoReportCase extends GeoReportRequest {
  readonly instance: GeoInstance;
  readonly plan: GeoPlan;
  readonly evaluation: GeoEvaluation;
  readonly series: FullGeoSeries;
}

/** Fewer nodes awake in every other epoch, so that there are starts and stops; every core runs one task type at its fastest. */
function plainPlan(instance: GeoInstance, setPointC: number): GeoPlan {
  const nodesOf = (room: string, type: string): number =>
    instance.rooms[room]!.nodeGroups.filter(({ nodeType }) => nodeType === type).reduce((n, { count }) => n + count, 0);
  return {
    format: 'plenum.geo-plan',
    formatVersion: 1,
    instance: { name: instance.name, sha256: 'f'.repeat(64) },
    method: 'plain',
    claimedCostUsd: 0,
    loads: instance.nodeTypes.map(({ name, cores, tasks }) => ({
      nodeType: name,
      cores: Array.from({ length: cores }, (_, core) => ({
        count: 1,
        slices: [{ taskType: tasks[core % tasks.length]!.taskType, pState: 0, fraction: 1 }],
      })),
    })),
    epochs: Array.from({ length: instance.horizon.epochs }, (_, t) =>
      instance.dataCentres.map(({ room }) => ({
        setPointC,
        nodes: instance.nodeTypes
          .map(({ name }, j): [number, number] => [j, Math.max(0, nodesOf(room, name) - (t % 2))])
          .filter(([, count]) => count > 0),
      })),
    ),
  };
}

export function reportCase(instance: GeoInstance, changes: Partial<GeoReportResult> = {}): GeoReportCase {
  const { model, matrices } = geoCase(instance);
  const answer = geoSeries(instance, '.');
  if (!answer.ok) throw new Error('series');
  const plan = plainPlan(
    instance,
    Math.min(...Object.values(instance.rooms).map((room) => room.cracs[0]!.setPointMaxC)),
  );
  const evaluation = checkGeoPlan(instance, answer, (room) => matrices.get(room)!, plan);
  const { costUsd, costByCupUsd, violations } = evaluation;
  const result: GeoReportResult = {
    instance: instance.name,
    method: 'plain',
    seed: 1,
    termination: 'finished',
    feasible: violations.length === 0,
    objective: costUsd,
    bound: costUsd - 0.125 * Math.abs(costUsd),
    gap: 0.125,
    boundScope: 'every plan of a test',
    boundByEpochUsd: costByEpochUsd(instance, evaluation).map((usd) => usd - 0.125 * Math.abs(usd)),
    costByCupUsd,
    boundByCupUsd: costByCupUsd - 0.25 * Math.abs(costByCupUsd),
    gapByCup: 0.25,
    coolingPerPower: Object.fromEntries(
      model.centres.map(({ coolingPerPower }, d) => [instance.dataCentres[d]!.name, coolingPerPower]),
    ),
    claimedCostUsd: costUsd,
    figures: { lpUsd: costUsd },
    binding: [],
    matrixProvenance: [{ room: 'hall', summary: 'drawn' }],
    violations,
    warnings: [],
    timeS: { total: 1.5 },
    work: { steps: 12 },
    files: { plan: 'plan.json' },
    ...changes,
  };
  return {
    instance,
    model,
    series: answer,
    plan,
    evaluation,
    record: { result, evaluation },
    compared: [],
    front: null,
  };
}

export function randomReportCase(seed: number, options: RandomGeoOptions = {}): GeoReportCase {
  return reportCase(randomGeoInstance(seed, options));
}

/** The same instance with its centres repeated along the parallel: `count` in all, west to east in a shuffled order. */
export function manyCentres(instance: GeoInstance, count: number): GeoInstance {
  const stride = 37;
  return {
    ...instance,
    dataCentres: Array.from({ length: count }, (_, d) => ({
      ...instance.dataCentres[d % instance.dataCentres.length]!,
      name: `c${String(d).padStart(3, '0')}`,
      longitudeDeg: -120 + (((d * stride) % count) * 45) / count,
    })),
    taskTypes: instance.taskTypes.map((task) => ({ ...task, allowedDataCentres: undefined })),
  };
}

/** CSV text as rows of named fields; quoted fields have no line breaks here. */
export function csvRows(text: string): Record<string, string>[] {
  const lines = text.trimEnd().split('\r\n').map(csvFields);
  const [head, ...rows] = lines;
  return rows.map((row) => Object.fromEntries(head!.map((name, n) => [name, row[n]!])));
}

function csvFields(line: string): string[] {
  return [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
  );
}
