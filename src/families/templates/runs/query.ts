import { brokenLimits } from '../../../../models/families/templates/broken-limits.js';
import { coresOfNode } from '../../../../models/families/templates/book.js';
import { nearestState, stateAt, stateDistance } from '../../../../models/families/templates/states.js';
import type { AnswerNode, AnswerQuadrant, AnswerState, TemplateAnswer, TemplateDatabase } from './result.js';
import { gapOf } from './summary.js';

/**
 * Returns the template of the nearest stored state (section 5.4.1), with the differences between the given and the
 * stored state.
 */
export function templateAnswer(database: TemplateDatabase, found: AnswerState): TemplateAnswer {
  const { book, blocks, facts } = database;
  const state = stateAt(book.grid, nearestState(book.grid, found));
  const { halfSteps, ...distance } = stateDistance(book.grid, state, found);
  const template = book.template(state.index);
  const { allowableCores, utilisation, powerW, awakeNodes } = template;
  const limits = { powerLimitW: state.powerLimitW, outletLimitC: database.instance.outletLimitC };
  const figures = database.coresFigures(state.index);
  return {
    found,
    state,
    distance: { ...distance, halfSteps: Number.isFinite(halfSteps) ? halfSteps : null },
    outsideGrid: halfSteps > 1,
    status: template.status,
    binding: template.binding,
    brokenLimits: template.status === 'optimal' ? [] : brokenLimits(template, limits),
    setPointC: template.setPointC,
    workPerS: template.workPerS,
    powerW,
    tasksPerJ: template.tasksPerJ,
    boundTasksPerJ: template.boundTasksPerJ,
    gap: gapOf(template),
    hottestOutletC: template.hottestOutletC,
    cores: {
      ...figures,
      brokenLimits: template.status === 'optimal' ? brokenLimits(figures, limits) : [],
      rounding: facts.rounding,
      allowable: allowableCores.reduce((sum, cores) => sum + cores, 0),
    },
    quadrants: quadrantsOf(database, allowableCores, database.ventOpenings[template.vents]!, found.runningCores),
    blocks: blocks.map(({ name, rack, level, nodeCount, coresPerNode }, b) => ({
      name,
      rack,
      level,
      utilisation: utilisation[b]!,
      allowableCores: allowableCores[b]!,
      cores: nodeCount * coresPerNode,
      ...(awakeNodes === undefined ? {} : { awakeNodes: awakeNodes[b]!, nodeCount }),
    })),
    nodes: nodesOf(database, allowableCores, awakeNodes),
    abovePowerLimitW: Math.max(0, powerW - found.powerLimitW),
    power: { totalW: powerW, capW: state.powerLimitW },
    setPointsC: Object.fromEntries(
      database.instance.facility.cracs.map(({ name }) => [name, template.setPointC] as const),
    ),
  };
}

function quadrantsOf(
  { blocks, quadrants }: TemplateDatabase,
  allowableCores: Int32Array,
  openings: readonly number[],
  runningCores: readonly number[],
): AnswerQuadrant[] {
  return quadrants.map(({ name, cores }, q) => ({
    name,
    opening: openings[q]!,
    allowableCores: blocks.reduce((sum, { quadrant }, b) => sum + (quadrant === q ? allowableCores[b]! : 0), 0),
    runningCores: runningCores[q]!,
    cores,
  }));
}

function nodesOf({ blocks }: TemplateDatabase, allowableCores: Int32Array, awakeNodes?: Int32Array): AnswerNode[] {
  return blocks.flatMap(({ rack, firstSlot, nodeType, nodeCount, coresPerNode }, b) =>
    Array.from({ length: nodeCount }, (_, position) => {
      const on = awakeNodes?.[b] ?? nodeCount;
      const isOn = position < on;
      return {
        rack,
        slot: firstSlot + position,
        nodeType,
        allowableCores: isOn ? coresOfNode(allowableCores[b]!, on, position) : 0,
        cores: coresPerNode,
        ...(awakeNodes === undefined ? {} : { isOn }),
      };
    }),
  );
}
