import type { GeoInstance } from '../../../models/families/geo/instance.js';
import { roomFacility } from '../../../models/families/geo/room.js';
import { openGeo } from './instances/open.js';
import { roomMixing } from '../../facility/room-mixings.js';
import { nodePowers } from '../../facility/node-powers.js';
import { countOf } from '../../reports/format.js';
import type { ReadyGeo } from './runs/solve.js';
import { type AnyFamilyParts, type Description, familyParts, type ListRow } from '../family.js';
import { boundOfGeo } from './bound.js';
import { checkOfGeo } from './check.js';
import { compareOfGeo } from './compare.js';
import { solveOfGeo } from './solve.js';

export function geoParts(): AnyFamilyParts {
  return familyParts({
    open: (file, { phase, shouldStop }) => openGeo(file, phase, shouldStop),
    describe,
    row,
    schema: async () => (await import('../../../models/families/geo/instance.js')).geoSchema,
    fields: async () => (await import('./figures.js')).fields,
    check: checkOfGeo,
    bound: boundOfGeo,
    solve: solveOfGeo,
    compare: compareOfGeo,
    generate: async () => (await import('./generate.js')).generateOfGeo,
    exports: async () => (await import('./export.js')).exportOfGeo,
  });
}

function describe({ instance, model, matrices }: ReadyGeo): Description {
  const dataCentres = model.centres.length;
  const nodes = model.centres.reduce((sum, { nodeCount }) => sum + nodeCount.reduce((all, count) => all + count, 0), 0);
  const epochs = model.epochCount;
  const taskTypes = model.taskNames.length;
  const matrixProvenance = [...matrices].map(([room, { provenance }]) => ({ room, ...provenance }));
  return {
    facts: { dataCentres, nodes, epochs, taskTypes, matrixProvenance },
    nodePower: nodePowers(
      instance.nodeTypes,
      instance.dataCentres.flatMap(({ room }) => instance.rooms[room]!.nodeGroups),
    ),
    airMixing: Object.keys(instance.rooms).flatMap((room) => roomMixing(roomFacility(instance, room), room)),
    text: `${countOf(nodes, 'node')} in ${countOf(dataCentres, 'data centre')}, ${countOf(epochs, 'epoch')}, ${countOf(taskTypes, 'task type')}`,
  };
}

function row(written: unknown): ListRow {
  const { horizon, rooms, taskTypes, dataCentres } = written as GeoInstance;
  const nodes = dataCentres.reduce(
    (sum, { room }) => sum + rooms[room]!.nodeGroups.reduce((own, { count }) => own + count, 0),
    0,
  );
  const { epochs } = horizon;
  return {
    facts: { nodes, dataCentres: dataCentres.length, epochs, taskTypes: taskTypes.length },
    text: `${countOf(nodes, 'node')} in ${countOf(dataCentres.length, 'data centre')}, ${countOf(epochs, 'epoch')}, ${countOf(taskTypes.length, 'task type')}`,
  };
}
