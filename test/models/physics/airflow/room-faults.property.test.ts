import { describe, expect, it } from 'vitest';
import { roomFaults } from '../../../../models/physics/airflow/room-faults.js';
import type { Facility, Rack, RoomAirflow, RoomLayout } from '../../../../models/facility/facility.js';
import { smallRoom } from './small-rooms.js';

/** Racks R0a, R0b, R1a, R1b in an 6 x 8 x 4 m room; racks are 1 x 2 x 2 m, the aisle between them is y = 3 to 5. */
const sound = smallRoom({
  columns: [
    [true, true],
    [true, true],
  ],
  rackHeightM: 2,
  levelsPerRack: 2,
  openings: [1, 1],
  leakage: 0.15,
  coldAisles: 'open',
  factor: 1,
  cracFlows: [0.7],
  groupsOf: (rack) => [{ nodeType: 'A', count: 6, rack: rack.name }],
});
const airflow = sound.airflow as RoomAirflow;

const withAirflow = (change: Partial<RoomAirflow>): Facility => ({ ...sound, airflow: { ...airflow, ...change } });
const withLayout = (change: Partial<RoomLayout>): Facility => withAirflow({ layout: { ...airflow.layout, ...change } });
const withRack = (index: number, change: Partial<Rack>): Facility =>
  withLayout({ racks: airflow.layout.racks.map((rack, i) => (i === index ? { ...rack, ...change } : rack)) });
const withTile = (change: object): Facility =>
  withLayout({ tiles: airflow.layout.tiles.map((tile, i) => (i === 0 ? { ...tile, ...change } : tile)) });
const withGroup = (change: object): Facility => ({
  ...sound,
  nodeGroups: sound.nodeGroups.map((group, i) => (i === 1 ? { ...group, ...change } : group)),
});
const withPlacement = (change: object): Facility =>
  withLayout({ cracPlacements: airflow.layout.cracPlacements.map((crac) => ({ ...crac, ...change })) });

const at = 'airflow.layout';

describe('roomProblems', () => {
  it('finds nothing in a sound room', () => {
    expect(roomFaults(sound)).toEqual([]);
  });

  it.each<[string, Facility, string, RegExp]>([
    ['a rack beyond the wall', withRack(3, { xM: 5.5 }), `${at}.racks[3].xM`, /R1b reaches to 6.5 m/],
    ['a rack before the wall', withRack(0, { yM: -1 }), `${at}.racks[0].yM`, /outside the room/],
    ['a rack higher than the room', withRack(0, { heightZM: 4.4 }), `${at}.racks[0].heightZM`, /reaches to 4.4 m/],
    ['racks in one place', withRack(2, { xM: 2 }), `${at}.racks[2]`, /R1a and rack R0a overlap/],
    ['racks that overlap by less than a cell', withRack(2, { xM: 2.6 }), `${at}.racks[2]`, /overlap/],
    ['a rack thinner than a cell', withRack(0, { widthXM: 0.3 }), `${at}.racks[0].widthXM`, /no cell/],
    [
      'inlets against a wall',
      withRack(0, { yM: 0, inletSide: '-y' }),
      `${at}.racks[0].inletSide`,
      /inlet side .* blocked/,
    ],
    ['an exhaust against a wall', withRack(1, { yM: 6 }), `${at}.racks[1].inletSide`, /exhaust side .* blocked/],
    ['two racks with one name', withRack(1, { name: 'R0a' }), `${at}.racks[1].name`, /used twice/],
    ['no slots', withRack(1, { slots: 0 }), `${at}.racks[1].slots`, /slots is 0/],
    ['a tile under a rack', withTile({ yM: 2, depthYM: 1 }), `${at}.tiles[0]`, /overlap/],
    ['a tile opened too far', withTile({ opening: 2 }), `${at}.tiles[0].opening`, /opening is 2/],
    ['a group in no rack', withGroup({ rack: 'Z' }), 'nodeGroups[1].rack', /Z does not stand/],
    ['a group of no type', withGroup({ nodeType: 'Z' }), 'nodeGroups[1].nodeType', /not defined/],
    ['more nodes than slots', withGroup({ count: 7 }), 'nodeGroups[1].count', /6 slots/],
    ['a slot above the rack', withGroup({ count: 2, firstSlot: 6 }), 'nodeGroups[1].count', /slots 6 to 7/],
    ['half a node', withGroup({ count: 1.5 }), 'nodeGroups[1]', /whole number/],
    ['shared slots', withGroup({ rack: 'R0a', firstSlot: 6, count: 1 }), 'nodeGroups[1].firstSlot', /overlap/],
    [
      'a CRAC up to the ceiling',
      withPlacement({ heightZM: 4 }),
      `${at}.cracPlacements[0].heightZM`,
      /return .* blocked/,
    ],
    ['a placement of no CRAC', withPlacement({ crac: 'Z' }), `${at}.cracPlacements[0].crac`, /not defined/],
    ['a CRAC without placement', withLayout({ cracPlacements: [] }), 'cracs[0].name', /no placement/],
    ['no CRAC', { ...sound, cracs: [] }, 'cracs', /no CRAC/],
    [
      'a CRAC without air',
      { ...sound, cracs: [{ ...sound.cracs[0]!, airFlowM3PerS: 0 }] },
      'cracs[0].airFlowM3PerS',
      /0 m3/,
    ],
    [
      'a node type without air',
      { ...sound, nodeTypes: sound.nodeTypes.map((type) => ({ ...type, airFlowM3PerS: NaN })) },
      'nodeTypes[1].airFlowM3PerS',
      /NaN/,
    ],
    ['nodes at standstill', withAirflow({ nodeAirflowFactor: 0 }), 'airflow.nodeAirflowFactor', /is 0/],
    ['all air leaking', withAirflow({ floorLeakageFraction: 1 }), 'airflow.floorLeakageFraction', /is 1/],
    ['a grid too fine', withLayout({ cellM: { x: 0.01, y: 0.01, z: 0.1 } }), `${at}.cellM`, /600 x 800 x 40/],
    [
      'no way for the air into the room',
      {
        ...sound,
        airflow: {
          ...airflow,
          floorLeakageFraction: 0,
          layout: { ...airflow.layout, tiles: airflow.layout.tiles.map((tile) => ({ ...tile, opening: 0 })) },
        },
      },
      `${at}.tiles`,
      /No tile is open/,
    ],
  ])('names %s', (_, facility, path, message) => {
    expect(roomFaults(facility)).toContainEqual({
      path,
      message: expect.stringMatching(message) as string,
      value: expect.anything() as unknown,
      allowed: expect.stringMatching(/./) as string,
      remedy: expect.stringMatching(/./) as string,
    });
  });

  it('names racks whose air is walled off from the CRAC', () => {
    // Two racks from floor to ceiling across the whole room leave the last rack and its tile behind them.
    const wall = (name: string, yM: number): Rack => ({
      ...airflow.layout.racks[0]!,
      name,
      xM: 4,
      yM,
      depthYM: 4,
      heightZM: 4,
    });
    const rackBehind: Rack = { ...airflow.layout.racks[0]!, name: 'behind', xM: 6, yM: 4, depthYM: 2, heightZM: 2 };
    const facility: Facility = {
      ...withLayout({
        lengthXM: 8,
        racks: [wall('W1', 0), wall('W2', 4), rackBehind],
        tiles: [{ name: 'T', xM: 1, yM: 1, widthXM: 1, depthYM: 1, opening: 1 }],
        aisles: [],
      }),
      nodeGroups: [{ nodeType: 'A', count: 1, rack: 'behind' }],
    };
    expect(roomFaults(facility).map((fault) => [fault.path, fault.message])).toEqual([
      [`${at}.racks[2].inletSide`, expect.stringMatching(/inlet side of rack behind has no air path to CRAC CRAC1/)],
      [`${at}.racks[2].inletSide`, expect.stringMatching(/exhaust side of rack behind has no air path/)],
    ]);
  });

  it('has nothing to say about facilities with an imported matrix', () => {
    const imported = { source: 'matrix', file: 'w.csv', kind: 'influence', rowsPer: 'node' } as const;
    expect(roomFaults({ ...sound, airflow: { ...imported, nodeAirflowFactor: 1, provenance: '' } })).toEqual([]);
  });
});
