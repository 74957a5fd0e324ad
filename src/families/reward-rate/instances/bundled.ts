import type { RewardRateInstance } from '../../../../models/problems/reward-rate/instance.js';
import { jsonText } from '../../../instances/json-text.js';
import { withSchemaKey } from '../../../instances/schema-text.js';
import { rewardRateJsonSchema } from './schema.js';
import { thesisInstance, thesisInstanceName, type ThesisOptions } from './thesis/instance.js';
import { tinyInstances } from './tiny.js';

/**
 * Power cap of the balanced room of 1,080 nodes, W: low enough to bind there, where the thesis' own 230 kW and 900 kW
 * do not (docs/decisions/workload-parameters.md).
 */
const BALANCED_CAP_1080_W = 190_000;
/** Power cap of the balanced room of 4,320 nodes, W: as for 1,080 nodes, low enough to bind. */
const BALANCED_CAP_4320_W = 760_000;
/** Power cap of the thesis for 1,080 nodes, W (section 3.5.1). */
const THESIS_CAP_1080_W = 230_000;
/** Power cap of the thesis for 4,320 nodes, W (section 3.5.1). */
const THESIS_CAP_4320_W = 900_000;
/** Red line of the thesis, C (section 3.5.1). */
const THESIS_RED_LINE_C = 30;
/** Seed of the bundled instances. Ours: the first. */
const SEED = 1;

/** Rooms of the bundled instances. */
const ROOMS: readonly (Omit<ThesisOptions, 'redLineC' | 'seed'> & { readonly name?: string })[] = [
  { racks: 30, workload: 'memory', airflow: 'balanced', coldAisles: 'open', powerCapW: BALANCED_CAP_1080_W },
  { racks: 30, workload: 'hybrid', airflow: 'balanced', coldAisles: 'open', powerCapW: BALANCED_CAP_1080_W },
  { racks: 30, workload: 'cpu', airflow: 'balanced', coldAisles: 'open', powerCapW: BALANCED_CAP_1080_W },
  { racks: 30, workload: 'hybrid', airflow: 'balanced', coldAisles: 'isolated', powerCapW: BALANCED_CAP_1080_W },
  { racks: 30, workload: 'hybrid', airflow: 'nominal', coldAisles: 'open', powerCapW: THESIS_CAP_1080_W },
  // Isolated: with open aisles the idle nodes alone need 815 kW (docs/decisions/room-4320-aisles.md).
  {
    name: 'room-4320-hybrid',
    racks: 120,
    workload: 'hybrid',
    airflow: 'balanced',
    coldAisles: 'isolated',
    powerCapW: BALANCED_CAP_4320_W,
  },
  { racks: 120, workload: 'hybrid', airflow: 'nominal', coldAisles: 'open', powerCapW: THESIS_CAP_4320_W },
];

export interface BundledInstance {
  /** Path relative to the repository. */
  readonly file: string;
  readonly instance: RewardRateInstance;
}

/** The instances under instances/reward-rate. */
export function bundledInstances(): BundledInstance[] {
  const rooms = ROOMS.map((room) => {
    const options = { ...room, redLineC: THESIS_RED_LINE_C, seed: SEED };
    const name = room.name ?? thesisInstanceName(options);
    return { file: `instances/reward-rate/${name}.json`, instance: { ...thesisInstance(options), name } };
  });
  const tiny = tinyInstances().map((instance) => ({ file: `instances/reward-rate/${instance.name}.json`, instance }));
  return [...rooms, ...tiny];
}

/** Committed files of the family that are generated from the code. */
export function rewardRateGeneratedFiles(): { readonly file: string; readonly text: string }[] {
  return [
    ...bundledInstances().map(({ file, instance }) => ({ file, text: jsonText(instance) })),
    { file: 'instances/reward-rate.schema.json', text: jsonText(withSchemaKey(rewardRateJsonSchema())) },
  ];
}
