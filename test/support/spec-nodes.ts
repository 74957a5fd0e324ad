import type { RobustNodeGroup, RobustNodeType, RobustPState } from '../../models/families/robust/instance.js';
import { fourDigits } from '../../src/instances/four-digits.js';
import { PROCESSORS, type Processor, type Server, SERVERS } from './spec-servers.js';

/** Power of a memory module, a hard disk, a solid-state drive and an add-on card, W. Ours; the thesis gives none. */
export const COMPONENT_W = { memoryModule: 3, hardDisk: 8, solidStateDrive: 2, card: 5 } as const;

/** The node types of Table A.1, one per server: two servers with one processor are two types. */
export function specNodeTypes(): RobustNodeType[] {
  return SERVERS.map((server) => ({
    name: typeName(server),
    description: `${server.system}, ${server.submitted}${server.servers === 1 ? '' : `, ${server.servers} servers in one chassis`}`,
    cores: server.cores,
    idlePowerW: server.idlePowerW,
    overheadPowerW: overheadPowerW(server),
    pStates: pStates(server, PROCESSORS.get(server.processor)!),
  }));
}

/** The nodes n1, n2, ... of Table A.1, each `copies` times. */
export function specNodes(copies: number): RobustNodeGroup[] {
  return SERVERS.map((server) => ({
    name: `n${server.node}`,
    nodeType: typeName(server),
    ...(copies === 1 ? {} : { count: copies }),
  }));
}

function typeName({ node, processor }: Server): string {
  return `${node} ${processor}`;
}

/** Overhead power O_i of a node, W: components of all servers of the chassis. */
function overheadPowerW({ servers, memoryModules, hardDisks, solidStateDrives, cards }: Server): number {
  return (
    servers *
    (memoryModules * COMPONENT_W.memoryModule +
      hardDisks * COMPONENT_W.hardDisk +
      solidStateDrives * COMPONENT_W.solidStateDrive +
      cards * COMPONENT_W.card)
  );
}

/**
 * P-states of a server: P-state 0 draws what full load adds to idle, shared by the cores; the others scale as V^2 f
 * (Eq. 1).
 */
function pStates(server: Server, { frequenciesMHz, highestV, lowestV }: Processor): RobustPState[] {
  const highestMHz = frequenciesMHz[0]!;
  const lowestMHz = frequenciesMHz.at(-1)!;
  const fullW = (server.fullPowerW - server.idlePowerW) / server.cores;
  return frequenciesMHz.map((mhz) => {
    const volts = lowestV + ((highestV - lowestV) * (mhz - lowestMHz)) / (highestMHz - lowestMHz);
    return {
      frequencyGHz: mhz / 1000,
      dynamicPowerW: fourDigits(fullW * (volts / highestV) ** 2 * (mhz / highestMHz)),
    };
  });
}
