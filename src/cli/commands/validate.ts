import { stateCount } from '../../../models/problems/templates/states.js';
import { instanceFamilyOf } from '../../instances/family.js';
import { type NodePower, nodePowers } from '../../instances/node-power.js';
import { countOf } from '../../reports/format.js';
import type { Refused } from '../../runs/open.js';
import { EXIT } from '../exit-codes.js';
import { nodePowerLines } from '../node-power-words.js';
import { printJson, printLines, refuse } from '../output.js';

/** `plenum validate`: everything that is refused before a solve, all at once. Exit code 0 or 2. */
export async function validateCommand(files: readonly string[], options: { readonly json: boolean }): Promise<number> {
  const judged: (Valid | Refused)[] = [];
  for (const file of files) judged.push(await judge(file));
  const problems = judged.flatMap((answer) => (answer.ok ? [] : answer.problems));
  if (problems.length > 0) return refuse(problems, options.json);
  const valid = judged.flatMap((answer) => (answer.ok ? [answer] : []));
  if (options.json) printJson({ valid: true, instances: valid.map(({ record }) => record) });
  else {
    for (const { record, text } of valid) {
      printLines(`${record.file}: valid (${text})`);
      for (const line of nodePowerLines(record.nodePower)) printLines(`  ${line}`);
      for (const warning of record.warnings) printLines(`  warning: ${warning}`);
    }
  }
  return EXIT.solved;
}

interface Valid {
  readonly ok: true;
  readonly record: Readonly<Record<string, unknown>> & {
    readonly file: string;
    readonly nodePower: readonly NodePower[];
    readonly warnings: readonly string[];
  };
  readonly text: string;
}

/** Loads what the file's family needs, no more. */
async function judge(file: string): Promise<Valid | Refused> {
  const found = instanceFamilyOf(file);
  if (!found.ok) return found;
  switch (found.family) {
    case 'reward-rate':
      return judgeRewardRate(file);
    case 'robust':
      return judgeRobust(file);
    case 'geo':
      return judgeGeo(file);
    case 'templates':
      return judgeTemplates(file);
  }
}

async function judgeRewardRate(file: string): Promise<Valid | Refused> {
  const { openProblem } = await import('../../runs/open.js');
  const answer = openProblem(file);
  if (!answer.ok) return answer;
  const record = {
    file,
    instance: answer.instance.name,
    family: 'reward-rate',
    nodes: answer.matrix.zones.reduce((sum, zone) => sum + zone.nodeCount, 0),
    zones: answer.matrix.zones.length,
    cracs: answer.matrix.cracNames.length,
    taskTypes: answer.problem.taskNames.length,
    matrixProvenance: answer.matrix.provenance,
    nodePower: nodePowers(answer.instance.facility.nodeTypes, answer.instance.facility.nodeGroups),
    warnings: answer.warnings,
  };
  const { nodes, zones, cracs, taskTypes } = record;
  return {
    ok: true,
    record,
    text: `${countOf(nodes, 'node')} in ${countOf(zones, 'zone')}, ${countOf(cracs, 'CRAC')}, ${countOf(taskTypes, 'task type')}`,
  };
}

async function judgeRobust(file: string): Promise<Valid | Refused> {
  const { openRobust } = await import('../../runs/robust/open.js');
  const { robustNodePowers } = await import('../../instances/robust/node-power.js');
  const answer = openRobust(file);
  if (!answer.ok) return answer;
  const { instance, problem, warnings } = answer;
  const record = {
    file,
    instance: instance.name,
    family: 'robust',
    nodes: problem.nodes.length,
    cores: problem.coreCount,
    tasks: problem.taskCount,
    taskTypes: problem.taskTypeCount,
    nodePower: robustNodePowers(instance),
    warnings,
  };
  const { nodes, cores, tasks, taskTypes } = record;
  return {
    ok: true,
    record,
    text: `${countOf(nodes, 'node')}, ${countOf(cores, 'core')}, ${countOf(tasks, 'task')} of ${countOf(taskTypes, 'type')}`,
  };
}

async function judgeGeo(file: string): Promise<Valid | Refused> {
  const { openGeo } = await import('../../instances/geo/open.js');
  const answer = openGeo(file);
  if (!answer.ok) return answer;
  const { instance, problem, matrices, warnings } = answer;
  const record = {
    file,
    instance: instance.name,
    family: 'geo',
    dataCentres: problem.centres.length,
    nodes: problem.centres.reduce((sum, { nodeCount }) => sum + nodeCount.reduce((all, count) => all + count, 0), 0),
    epochs: problem.epochCount,
    taskTypes: problem.taskNames.length,
    matrixProvenance: [...matrices].map(([room, { provenance }]) => ({ room, ...provenance })),
    nodePower: nodePowers(
      instance.nodeTypes,
      instance.dataCentres.flatMap(({ room }) => instance.rooms[room]!.nodeGroups),
    ),
    warnings,
  };
  const { dataCentres, nodes, epochs, taskTypes } = record;
  const text = `${countOf(nodes, 'node')} in ${countOf(dataCentres, 'data centre')}, ${countOf(epochs, 'epoch')}, ${countOf(taskTypes, 'task type')}`;
  return { ok: true, record, text };
}

async function judgeTemplates(file: string): Promise<Valid | Refused> {
  const { openTemplates } = await import('../../instances/templates/open.js');
  const answer = openTemplates(file);
  if (!answer.ok) return answer;
  const { instance, problem, warnings, matrixProvenance } = answer;
  const record = {
    file,
    instance: instance.name,
    family: 'templates',
    nodes: problem.blocks.reduce((sum, { nodeCount }) => sum + nodeCount, 0),
    cores: problem.quadrants.reduce((sum, { cores }) => sum + cores, 0),
    blocks: problem.blocks.length,
    quadrants: problem.quadrants.length,
    ventCombinations: problem.ventOpenings.length,
    taskTypes: instance.taskTypes.length,
    states: stateCount(instance.grid),
    matrixProvenance,
    nodePower: nodePowers(instance.facility.nodeTypes, instance.facility.nodeGroups),
    warnings,
  };
  const { nodes, blocks, ventCombinations, states } = record;
  const text = `${countOf(nodes, 'node')} in ${countOf(blocks, 'block')}, ${countOf(ventCombinations, 'vent combination')}, ${countOf(states, 'state')}`;
  return { ok: true, record, text };
}
