import { ventCombinations } from '../../../../../models/physics/airflow/vents.js';
import { middleStateOf } from '../../../../../models/families/templates/middle-state.js';
import { nearestState, stateCount, statesOf } from '../../../../../models/families/templates/states.js';
import { AtlasColumns, blockPowers } from './columns.js';
import type { AtlasRack, AtlasRoom, TemplatesAtlas } from './record.js';
import type { AtlasSource, AtlasSourceBlock } from './source.js';
import { BINDINGS, SummaryOfStates } from './summary.js';
import { thinnedGrid } from './thin.js';

export function templatesAtlas(source: AtlasSource, mostStates = Infinity): TemplatesAtlas {
  const { instance, rounding, provenance } = source;
  const { grid } = instance;
  const shown = thinnedGrid(grid, mostStates);
  const room = roomOf(source);
  const summary = new SummaryOfStates(room.setPointMinC, room.setPointMaxC);
  const columns = new AtlasColumns(source, stateCount(shown), room.setPointMinC);
  const isShown = new Uint8Array(stateCount(grid));
  for (const state of statesOf(shown)) isShown[nearestState(grid, state)] = 1;
  for (const state of statesOf(grid)) {
    const template = source.template(state.index);
    summary.add(state, template);
    if (isShown[state.index] === 1) columns.add(template);
  }
  return {
    instance: instance.name,
    description: instance.description ?? null,
    grid: shown,
    wholeGrid: grid,
    room,
    bindings: BINDINGS,
    states: columns.states(),
    summary: summary.summary(),
    rounding,
    provenance,
  };
}

function roomOf(source: AtlasSource): AtlasRoom {
  const { instance, blocks } = source;
  const { idleW, busyW, airWPerK } = blockPowers(source);
  const { facility } = instance;
  const { ratePerS } = middleStateOf(instance);
  const names = [...new Set(blocks.map(({ rack }) => rack))];
  const typeOf = new Map(facility.nodeTypes.map(({ name }, type) => [name, type]));
  const racks = names.map((name): AtlasRack => {
    const own = [...blocks.keys()].filter((b) => blocks[b]!.rack === name);
    own.sort((one, other) => blocks[one]!.level - blocks[other]!.level || one - other);
    return {
      name,
      blocks: own,
      cores: own.reduce((sum, b) => sum + coresOf(blocks[b]!), 0),
      quadrants: [...new Set(own.map((b) => blocks[b]!.quadrant))],
    };
  });
  return {
    airflow: facility.airflow.source === 'room' ? facility.airflow : null,
    cracs: facility.cracs.map(({ name }) => name),
    quadrants: instance.quadrants.map(({ name, tiles }, q) => {
      const own = blocks.filter(({ quadrant }) => quadrant === q);
      return {
        name,
        tiles,
        cores: own.reduce((sum, block) => sum + coresOf(block), 0),
        workPerS: own.reduce((sum, block) => sum + coresOf(block) * ratePerS[typeOf.get(block.nodeType)!]!, 0),
      };
    }),
    racks,
    blocks: blocks.map((block, b) => ({
      name: block.name,
      rack: names.indexOf(block.rack),
      level: block.level,
      nodeType: block.nodeType,
      quadrant: block.quadrant,
      cores: coresOf(block),
      idleK: idleW[b]! / airWPerK[b]!,
      busyK: busyW[b]! / airWPerK[b]!,
    })),
    ventOpenings: ventCombinations(instance.quadrants.length, instance.ventOpenings),
    outletLimitC: instance.outletLimitC,
    setPointMinC: Math.max(...facility.cracs.map(({ setPointMinC }) => setPointMinC)),
    setPointMaxC: Math.min(...facility.cracs.map(({ setPointMaxC }) => setPointMaxC)),
  };
}

function coresOf({ nodeCount, coresPerNode }: AtlasSourceBlock): number {
  return nodeCount * coresPerNode;
}
