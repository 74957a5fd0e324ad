import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addFault } from '../../../check/findings.js';

/** Blocks, quadrants and vent combinations as stored in a database of templates. */
export interface StatedTables {
  readonly blocks: readonly {
    readonly name: string;
    readonly rack: string;
    readonly level: number;
    readonly nodeType: string;
    readonly quadrant: number;
    readonly nodeCount: number;
    readonly coresPerNode: number;
  }[];
  readonly quadrants: readonly { readonly name: string; readonly cores: number }[];
  readonly ventOpenings: readonly (readonly number[])[];
}

/**
 * Returns "tables" faults, one for each kind of difference, if stored blocks of nodes, quadrants or vents differ from
 * the instance. With such a difference a scheduler would open the wrong vents or use the wrong cores.
 */
export function tableFaults(instance: TemplatesInstance, matrix: InfluenceMatrix, stated: StatedTables): Violation[] {
  const { facility, quadrants, ventOpenings } = instance;
  const coresOf = new Map(facility.nodeTypes.map(({ name, cores }) => [name, cores]));
  const quadrantOf = (rack: string, nodeType: string): number =>
    quadrants.findIndex(({ members }) =>
      members.some((member) => member.rack === rack && (member.nodeType ?? nodeType) === nodeType),
    );
  const blocks = matrix.zones.map(({ name, rack, level, nodeType, nodeCount }) =>
    [name, rack, level, nodeType, quadrantOf(rack, nodeType), nodeCount, coresOf.get(nodeType)].join('\n'),
  );
  const statedBlocks = stated.blocks.map(({ name, rack, level, nodeType, quadrant, nodeCount, coresPerNode }) =>
    [name, rack, level, nodeType, quadrant, nodeCount, coresPerNode].join('\n'),
  );
  const coresIn = (q: number): number => {
    let sum = 0;
    for (const { rack, nodeType, nodeCount } of matrix.zones) {
      if (quadrantOf(rack, nodeType) === q) sum += nodeCount * coresOf.get(nodeType)!;
    }
    return sum;
  };
  const combinations = ventOpenings.length ** quadrants.length;
  // The first quadrant's opening is the most significant digit.
  const openings = Array.from({ length: combinations }, (_, vents) =>
    quadrants
      .map(
        (__, q) =>
          ventOpenings[Math.floor(vents / ventOpenings.length ** (quadrants.length - 1 - q)) % ventOpenings.length],
      )
      .join(),
  );
  const found: Violation[] = [];
  compare('blocks', blocks, statedBlocks);
  compare(
    'quadrants',
    quadrants.map(({ name }, q) => `${name} ${coresIn(q)}`),
    stated.quadrants.map(({ name, cores }) => `${name} ${cores}`),
  );
  compare(
    'vent combinations',
    openings,
    stated.ventOpenings.map((row) => row.join()),
  );
  return found;

  function compare(what: string, known: readonly string[], given: readonly string[]): void {
    const wrong = Math.max(known.length, given.length) - known.filter((text, n) => text === given[n]).length;
    if (wrong > 0) addFault(found, 'tables', `${what} that are not those of the instance`, wrong);
  }
}
