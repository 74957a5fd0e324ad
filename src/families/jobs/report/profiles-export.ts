import { type CsvLine, csvText } from '../../../reports/csv.js';
import type { StatedContent } from '../runs/database/form.js';

/**
 * Value of "format" in an exported profile database, for programs in other languages (docs/jobs/profile-database.md).
 */
export const EXPORT_FORMAT = 'plenum.profiles-export';
/** Version of the export format. */
export const EXPORT_VERSION = 1;

/** Yields a profile database as the text of one JSON object, in pieces, with each front on its own line. */
export function* exportJson({ content, marks }: StatedContent): Generator<string> {
  const { plenumVersion, instanceName, effort, levelsOf, nodeTypes, types, profiles } = content;
  const head = {
    format: EXPORT_FORMAT,
    formatVersion: EXPORT_VERSION,
    plenumVersion,
    instance: instanceName,
    ...effort,
    levelsOf,
    nodeTypes: nodeTypes.map(({ name, coresPerNode, power }) => ({
      name,
      cores: coresPerNode,
      staticPowerW: power.staticPowerW,
      dynamicPowerW: [...power.dynamicPowerW],
    })),
    jobTypes: types.map(({ name, tasks }) => ({ name, tasks })),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"fronts":[`;
  let isFirst = true;
  for (const [t, row] of profiles.entries()) {
    for (const [n, { fronts }] of row.entries()) {
      for (const [k, { cores, points, proof }] of fronts.entries()) {
        const record = {
          jobType: types[t]!.name,
          nodeType: nodeTypes[n]!.name,
          cores,
          proof: proof.kind,
          productBoundSJ: proof.kind === 'bounded' ? proof.productBoundSJ : null,
          points: points.map(({ timeS, energyJ, coreOf, levelOf, order }, p) => ({
            timeS,
            energyJ,
            ...marks[t]![n]![k]![p]!,
            coreOf: [...coreOf],
            levelOf: [...levelOf],
            taskOrder: [...order],
          })),
        };
        yield `${isFirst ? '' : ','}\n${JSON.stringify(record)}`;
        isFirst = false;
      }
    }
  }
  yield '\n]}\n';
}

/** Columns of a profile database exported as CSV. */
const COLUMNS = [
  'job_type',
  'node_type',
  'cores',
  'point',
  'time_s',
  'energy_j',
  'product_sj',
  'dominated',
  'least_product',
  'proof',
  'product_bound_sj',
  'core_of',
  'level_of',
  'task_order',
];

/**
 * Yields a profile database as CSV: column names, then one row per design point. Lists by task are numbers separated by
 * spaces.
 */
export function* exportCsv({ content, marks }: StatedContent): Generator<string> {
  const { nodeTypes, types, profiles } = content;
  yield csvText([COLUMNS]);
  for (const [t, row] of profiles.entries()) {
    for (const [n, { fronts }] of row.entries()) {
      for (const [k, { cores, points, proof }] of fronts.entries()) {
        const bound = proof.kind === 'bounded' ? proof.productBoundSJ : '';
        const lines = points.map(({ timeS, energyJ, coreOf, levelOf, order }, p): CsvLine => {
          const { dominated, leastProduct } = marks[t]![n]![k]![p]!;
          return [
            types[t]!.name,
            nodeTypes[n]!.name,
            cores,
            p,
            timeS,
            energyJ,
            timeS * energyJ,
            Number(dominated),
            Number(leastProduct),
            proof.kind,
            bound,
            ...[coreOf, levelOf, order].map((list) => [...list].join(' ')),
          ];
        });
        if (lines.length > 0) yield csvText(lines);
      }
    }
  }
}
