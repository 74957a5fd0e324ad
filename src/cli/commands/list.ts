import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GEO_FORMAT, type GeoInstance } from '../../../models/problems/geo/instance.js';
import { REWARD_RATE_FORMAT, type RewardRateInstance } from '../../../models/problems/reward-rate/instance.js';
import { ROBUST_FORMAT, type RobustInstance } from '../../../models/problems/robust/instance.js';
import { stateCount } from '../../../models/problems/templates/states.js';
import { TEMPLATES_FORMAT, type TemplatesInstance } from '../../../models/problems/templates/instance.js';
import { readTextFile } from '../../instances/text-file.js';
import {
  DEFAULT_GEO_METHOD,
  DEFAULT_METHOD,
  DEFAULT_ROBUST_METHOD,
  GEO_METHODS,
  METHODS,
  ROBUST_METHODS,
} from '../../methods/registry.js';
import { planningEngineNames } from '../../solvers/linear/load.js';
import { EXIT } from '../exit-codes.js';
import { countOf } from '../../reports/format.js';
import { printJson, printLines } from '../output.js';

/** `plenum list`: methods, LP engines and the bundled instances. */
export function listCommand(packageDirectory: string, options: { readonly json: boolean }): number {
  const instances = rewardRateInstances(join(packageDirectory, 'instances', 'reward-rate'));
  const robust = robustInstances(join(packageDirectory, 'instances', 'robust'));
  const geo = geoInstances(join(packageDirectory, 'instances', 'geo'));
  const templates = templatesInstances(join(packageDirectory, 'instances', 'templates'));
  const defaults = [DEFAULT_METHOD, DEFAULT_ROBUST_METHOD, DEFAULT_GEO_METHOD];
  const methods = [...METHODS, ...ROBUST_METHODS, ...GEO_METHODS].map(({ name, family, summary }) => ({
    name,
    family,
    summary,
    default: defaults.includes(name),
  }));
  if (options.json) {
    printJson({
      ...{ methods, engines: planningEngineNames, instances },
      ...{ robustInstances: robust, geoInstances: geo, templatesInstances: templates },
    });
    return EXIT.solved;
  }
  const ofFamily = (family: string): string[] =>
    methods
      .filter((method) => method.family === family)
      .map((method) => `  ${method.name.padEnd(16)} ${method.summary}`);
  printLines(
    [
      'Methods for reward-rate instances (--method)',
      ...ofFamily('reward-rate'),
      '',
      'Methods for robust bag-of-tasks instances (--method)',
      ...ofFamily('robust'),
      '',
      'Methods for geo instances (--method)',
      ...ofFamily('geo'),
      '',
      'LP engines (--engine)',
      `  ${planningEngineNames.join(', ')}`,
      '',
      'Instances',
      ...instances.map(
        ({ file, nodes, powerCapW, redLineC }) =>
          `  ${file}  ${countOf(nodes, 'node')}, ${powerCapW / 1000} kW, red line ${redLineC} C`,
      ),
      '',
      'Robust bag-of-tasks instances',
      ...robust.map(
        ({ file, nodes, deadlineS, energyBudgetJ }) =>
          `  ${file}  ${countOf(nodes, 'node')}, ${deadlineS} s, ${energyBudgetJ / 1e6} MJ`,
      ),
      '',
      'Geo instances',
      ...geo.map(
        ({ file, nodes, dataCentres, epochs, taskTypes }) =>
          `  ${file}  ${countOf(nodes, 'node')} in ${countOf(dataCentres, 'data centre')}, ${countOf(epochs, 'epoch')}, ${countOf(taskTypes, 'task type')}`,
      ),
      '',
      'Templates instances',
      ...templates.map(
        ({ file, nodes, quadrants, states }) =>
          `  ${file}  ${countOf(nodes, 'node')} in ${countOf(quadrants, 'quadrant')}, ${countOf(states, 'state')}`,
      ),
    ].join('\n'),
  );
  return EXIT.solved;
}

/**
 * The instances of a directory as they are written: those of another format and broken ones are left out, but nothing is judged, which
 * would take many times as long.
 */
function instancesIn(directory: string, format: string): { readonly file: string; readonly instance: object }[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const file = join(directory, name);
      const read = readTextFile(file);
      const value: unknown = read.ok ? parsed(read.text) : null;
      const isOfFormat =
        typeof value === 'object' && value !== null && 'format' in value && value.format === format && 'name' in value;
      return isOfFormat ? [{ file, instance: value }] : [];
    });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A row of the list; none where the file lacks what is shown. */
function rowOf<Row>(make: () => Row): Row[] {
  try {
    return [make()];
  } catch (error) {
    if (error instanceof TypeError) return [];
    throw error;
  }
}

function rewardRateInstances(directory: string): {
  readonly file: string;
  readonly name: string;
  readonly nodes: number;
  readonly powerCapW: number;
  readonly redLineC: number;
  readonly description: string;
}[] {
  return instancesIn(directory, REWARD_RATE_FORMAT).flatMap(({ file, instance }) =>
    rowOf(() => {
      const { name, facility, limits, description = '' } = instance as RewardRateInstance;
      const nodes = facility.nodeGroups.reduce((sum, group) => sum + group.count, 0);
      return { file, name, nodes, powerCapW: limits.powerCapW, redLineC: limits.redLineC, description };
    }),
  );
}

function robustInstances(directory: string): {
  readonly file: string;
  readonly name: string;
  readonly nodes: number;
  readonly deadlineS: number;
  readonly energyBudgetJ: number;
  readonly description: string;
}[] {
  return instancesIn(directory, ROBUST_FORMAT).flatMap(({ file, instance }) =>
    rowOf(() => {
      const { name, facility, limits, description = '' } = instance as RobustInstance;
      const nodes = facility.nodes.reduce((sum, { count = 1 }) => sum + count, 0);
      return { file, name, nodes, deadlineS: limits.deadlineS, energyBudgetJ: limits.energyBudgetJ, description };
    }),
  );
}

function geoInstances(directory: string): {
  readonly file: string;
  readonly name: string;
  readonly nodes: number;
  readonly dataCentres: number;
  readonly epochs: number;
  readonly taskTypes: number;
  readonly description: string;
}[] {
  return instancesIn(directory, GEO_FORMAT).flatMap(({ file, instance }) =>
    rowOf(() => {
      const { name, horizon, rooms, taskTypes, dataCentres: centres, description = '' } = instance as GeoInstance;
      const nodes = centres.reduce(
        (sum, { room }) => sum + rooms[room]!.nodeGroups.reduce((own, { count }) => own + count, 0),
        0,
      );
      const dataCentres = centres.length;
      return { file, name, nodes, dataCentres, epochs: horizon.epochs, taskTypes: taskTypes.length, description };
    }),
  );
}

function templatesInstances(directory: string): {
  readonly file: string;
  readonly name: string;
  readonly nodes: number;
  readonly quadrants: number;
  readonly states: number;
  readonly description: string;
}[] {
  return instancesIn(directory, TEMPLATES_FORMAT).flatMap(({ file, instance }) =>
    rowOf(() => {
      const { name, facility, quadrants, grid, description = '' } = instance as TemplatesInstance;
      const nodes = facility.nodeGroups.reduce((sum, group) => sum + group.count, 0);
      return { file, name, nodes, quadrants: quadrants.length, states: stateCount(grid), description };
    }),
  );
}
