import { describe, expect, it } from 'vitest';
import { nodeList, spreadOverNodes } from '../../../../../../src/families/templates/methods/online/node-list.js';
import { taskTables } from '../../../../../../src/families/templates/methods/online/task-tables.js';
import { dayRoom, oneRack, smallFacility } from '../../../../../support/templates-day.js';

const { model, rooms } = dayRoom(smallFacility());
const nodes = nodeList(
  model,
  rooms(0).matrix.zones.map(({ firstSlot }) => firstSlot),
);

describe('the list of nodes', () => {
  it('goes by quadrant, rack, and from top to bottom', () => {
    const names = Array.from(nodes.block, (b) => model.blocks[b]!.name);
    expect(names).toEqual([
      'R1/L2',
      'R1/L1',
      'R1/L1',
      'R1/L1',
      'R2/L1',
      'R2/L1',
      'R2/L1',
      'R2/L2',
      'R2/L2',
      'R3/L2',
      'R3/L2',
      'R3/L2',
      'R3/L1',
      'R3/L1',
    ]);
    expect(Array.from(nodes.quadrant)).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]);
    expect(Array.from(nodes.rack)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
    expect(nodes.rackCount).toBe(3);
    expect(Array.from(nodes.cores)).toEqual([3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2]);
    expect(nodes.nodeOfCore).toHaveLength(35);
    expect(nodes.nodeOfCore[nodes.firstCore[8]!]).toBe(8);
    expect(nodes.idleW[0]).toBe(100);
  });

  it('gives each node its share of the cores a block is allowed, the lowest nodes one more', () => {
    const counts = model.blocks.map(({ nodeCount }) => nodeCount);
    const byBlock = Int32Array.from(model.blocks, ({ name }) => ({ 'R1/L1': 8, 'R3/L2': 1, 'R2/L2': 4 })[name] ?? 0);
    expect(Array.from(spreadOverNodes(nodes, counts, byBlock))).toEqual([0, 2, 3, 3, 0, 0, 0, 2, 2, 0, 0, 1, 0, 0]);
  });
});

describe('tables of tasks', () => {
  const tables = taskTables(model);

  it('hold times, powers, deadlines and rewards', () => {
    expect(Array.from(tables.timeS)).toEqual([90, 140, 260, 70, 200, 31, 47, 83, 25, 61, 53, 70, 101, 80, 95]);
    expect(tables.powerW[4]).toBe(11);
    expect(Array.from(tables.start)).toEqual([0, 3, 5, 8, 10, 13, 15]);
    expect(Array.from(tables.fastestS)).toEqual([70, 25, 53]);
    expect(Array.from(tables.reward)).toEqual([3, 1, 3]);
    expect(Array.from(tables.deadlineS)).toEqual([210, 95, 140]);
  });

  it('list ways to run a task by energy, without those that another of the same node type beats', () => {
    // long: 3600, 2100, 1300 J and 4200, 2200 J.
    const [long, , other] = tables.options;
    expect(Array.from(long!.nodeType)).toEqual([0, 0, 1, 0, 1]);
    expect(Array.from(long!.pState)).toEqual([2, 1, 1, 0, 0]);
    // other: 1590, 980, 909 J and 1600, 1140 J.
    expect(Array.from(other!.pState)).toEqual([2, 1, 1, 0, 0]);
    expect(Array.from(other!.timeS)).toEqual([101, 70, 95, 53, 80]);
    // The slow P-state of one rack's nodes takes 500 J, the fast one 400 J.
    const rack = oneRack(1);
    const [type] = rack.facility.nodeTypes;
    const tasks = [{ ...type!.tasks[0]!, corePowerW: [40, 25] }];
    const wasteful = { ...rack, facility: { ...rack.facility, nodeTypes: [{ ...type!, tasks }] } };
    expect(Array.from(taskTables(dayRoom(wasteful).model).options[0]!.pState)).toEqual([0]);
  });
});
