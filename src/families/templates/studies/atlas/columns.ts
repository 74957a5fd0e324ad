import { coefficientOfPerformance, DEFAULT_AIR } from '../../../../../models/physics/cooling/crac.js';
import { middleStateOf } from '../../../../../models/families/templates/middle-state.js';
import type { Template } from '../../../../../models/families/templates/template.js';
import { atWallW } from '../../../../../models/physics/power/power-supply.js';
import type { AtlasStates } from './record.js';
import type { AtlasSource } from './source.js';
import { BINDINGS } from './summary.js';

/**
 * Maximum amount by which an inlet temperature may exceed the base temperature, in hundredths of a kelvin. It is the
 * largest number of 16 bits.
 */
const MAX_CENTI_K = 65_535;

/**
 * Power and heat data of each block. `idleW` is the idle power, W. `busyW` is the power added at full load, W.
 * `airWPerK` is the heat flow that warms the block's air by 1 K, W/K.
 */
export interface BlockPowers {
  readonly idleW: Float64Array;
  readonly busyW: Float64Array;
  readonly airWPerK: Float64Array;
}

export function blockPowers({ instance, blocks }: AtlasSource): BlockPowers {
  const { facility } = instance;
  const { coreW } = middleStateOf(instance);
  const typeOf = new Map(facility.nodeTypes.map(({ name }, type) => [name, type]));
  const types = blocks.map(({ nodeType }) => typeOf.get(nodeType)!);
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  const factor = facility.airflow.nodeAirflowFactor * densityKgPerM3 * heatCapacityJPerKgK;
  return {
    idleW: Float64Array.from(blocks, ({ nodeCount }, b) => {
      const type = facility.nodeTypes[types[b]!]!;
      return atWallW(type, nodeCount * type.idlePowerW);
    }),
    busyW: Float64Array.from(blocks, ({ nodeCount, coresPerNode }, b) => nodeCount * coresPerNode * coreW[types[b]!]!),
    airWPerK: Float64Array.from(
      blocks,
      ({ nodeCount }, b) => nodeCount * facility.nodeTypes[types[b]!]!.airFlowM3PerS * factor,
    ),
  };
}

/** Collects the columns of templates for the atlas page, one value per state. */
export class AtlasColumns {
  private readonly columns: AtlasStates;
  private readonly powers: BlockPowers;
  private readonly rises = new Map<number, Float64Array>();
  private count = 0;

  constructor(
    private readonly source: AtlasSource,
    states: number,
    setPointMinC: number,
  ) {
    const numbers = (count = states): Float64Array => new Float64Array(count);
    const counted = source.coresFigures === null ? 0 : states;
    const count = source.blocks.length;
    const known = source.outletRiseKPerW === null ? 0 : states;
    this.powers = blockPowers(source);
    this.columns = {
      binding: new Uint8Array(states),
      vents: new Uint16Array(states),
      setPointC: numbers(),
      workPerS: numbers(),
      powerW: numbers(),
      nodePowerW: numbers(),
      tasksPerJ: numbers(),
      boundTasksPerJ: numbers(),
      hottestOutletC: numbers(),
      hottestBlock: new Uint16Array(known),
      coresWorkPerS: numbers(counted),
      coresPowerW: numbers(counted),
      coresHottestOutletC: numbers(counted),
      inletCentiK: new Uint16Array(known * count),
      // No inlet is cooler than the set-point, but for rounding.
      inletBaseC: Math.floor(setPointMinC) - 1,
      utilisation: new Uint16Array(states * count),
      allowableCores: new Uint32Array(states * count),
    };
  }

  add(template: Template): void {
    const { columns, powers } = this;
    const { idleW, busyW } = powers;
    const s = this.count++;
    columns.binding[s] = BINDINGS.indexOf(template.binding);
    columns.vents[s] = template.vents;
    for (const name of ['setPointC', 'workPerS', 'powerW', 'tasksPerJ', 'boundTasksPerJ', 'hottestOutletC'] as const) {
      columns[name][s] = template[name];
    }
    const cop = coefficientOfPerformance(this.source.instance.facility.coolingPerformance, template.setPointC);
    columns.nodePowerW[s] = template.powerW / (1 + 1 / cop);
    const cores = this.source.coresFigures?.(template.state);
    if (cores !== undefined) {
      columns.coresWorkPerS[s] = cores.workPerS;
      columns.coresPowerW[s] = cores.powerW;
      columns.coresHottestOutletC[s] = cores.hottestOutletC;
    }
    const count = idleW.length;
    template.utilisation.forEach((share, b) => {
      columns.utilisation[s * count + b] = Math.round(1e4 * share);
      columns.allowableCores[s * count + b] = template.allowableCores[b]!;
    });
    this.addTemperatures(
      s,
      template,
      idleW.map((idle, b) => idle + busyW[b]! * template.utilisation[b]!),
    );
  }

  /**
   * Stores the inlet temperatures and the hottest block of a state. An outlet is the set-point plus outlet rises per
   * watt x power (Eq. 55). An inlet is cooler than its outlet by the rise that the block's own power causes.
   */
  private addTemperatures(s: number, { vents, setPointC }: Template, powerW: Float64Array): void {
    const rise = this.riseOf(vents);
    if (rise === null) return;
    const { airWPerK } = this.powers;
    const count = powerW.length;
    const outletC = powerW.map((_, b) => {
      let sum = setPointC;
      for (let c = 0; c < count; c++) sum += rise[b * count + c]! * powerW[c]!;
      return sum;
    });
    this.columns.hottestBlock[s] = outletC.reduce((hottest, one, b) => (one > outletC[hottest]! ? b : hottest), 0);
    const { inletCentiK, inletBaseC } = this.columns;
    for (let b = 0; b < count; b++) {
      const inletC = outletC[b]! - powerW[b]! / airWPerK[b]!;
      inletCentiK[s * count + b] = Math.min(MAX_CENTI_K, Math.max(0, Math.round(100 * (inletC - inletBaseC))));
    }
  }

  private riseOf(vents: number): Float64Array | null {
    const { outletRiseKPerW } = this.source;
    if (outletRiseKPerW === null) return null;
    const known = this.rises.get(vents) ?? outletRiseKPerW(vents);
    this.rises.set(vents, known);
    return known;
  }

  states(): AtlasStates {
    return this.columns;
  }
}
