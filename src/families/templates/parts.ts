import type { TemplatesInstance } from '../../../models/families/templates/instance.js';
import { stateCount } from '../../../models/families/templates/states.js';
import { layoutFacility } from '../../../models/families/templates/room.js';
import { roomMixing } from '../../facility/room-mixings.js';
import { nodePowers } from '../../facility/node-powers.js';
import { type OpenedTemplates, openTemplates } from './instances/open.js';
import { countOf } from '../../reports/format.js';
import { studyRunOfTemplates } from './study-run.js';
import { type AnyFamilyParts, type Description, familyParts, type ListRow } from '../family.js';

export function templatesParts(): AnyFamilyParts {
  return familyParts({
    open: (file) => openTemplates(file),
    describe,
    row,
    studyRun: studyRunOfTemplates,
    schema: async () => (await import('../../../models/families/templates/instance.js')).templatesSchema,
  });
}

type ReadyTemplates = Extract<OpenedTemplates, { readonly ok: true }>;

function describe({ instance, model, matrixProvenance }: ReadyTemplates): Description {
  const nodes = model.blocks.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
  const blocks = model.blocks.length;
  const ventCombinations = model.ventOpenings.length;
  const states = stateCount(instance.grid);
  return {
    facts: {
      nodes,
      cores: model.quadrants.reduce((sum, { cores }) => sum + cores, 0),
      blocks,
      quadrants: model.quadrants.length,
      ventCombinations,
      taskTypes: instance.taskTypes.length,
      states,
      // Work that all cores do in their middle P-state, tasks/s (Eqs. 61 and 62).
      servicePerS: model.blocks.reduce((sum, { workPerS }) => sum + workPerS, 0),
      matrixProvenance,
    },
    nodePower: nodePowers(instance.facility.nodeTypes, instance.facility.nodeGroups),
    airMixing: roomMixing(layoutFacility(instance)),
    text: `${countOf(nodes, 'node')} in ${countOf(blocks, 'block')}, ${countOf(ventCombinations, 'vent combination')}, ${countOf(states, 'state')}`,
  };
}

function row(written: unknown): ListRow {
  const { facility, quadrants, grid } = written as TemplatesInstance;
  const nodes = facility.nodeGroups.reduce((sum, group) => sum + group.count, 0);
  const states = stateCount(grid);
  return {
    facts: { nodes, quadrants: quadrants.length, states },
    text: `${countOf(nodes, 'node')} in ${countOf(quadrants.length, 'quadrant')}, ${countOf(states, 'state')}`,
  };
}
