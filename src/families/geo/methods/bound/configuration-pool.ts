import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import type { BoundContext, PooledConfiguration } from './context.js';

/** All node configurations found so far, by pricing class (centres with the same task types) and node type. */
export interface ConfigurationPool {
  add(pricingClass: number, type: number, configuration: Configuration): PooledConfiguration;
  of(pricingClass: number, type: number): readonly PooledConfiguration[];
  /**
   * Returns earnings (rates times their dual values `ratePrice`) and power of each configuration, in the order of `of`.
   * The result is cached under the key `place`.
   */
  priced(pricingClass: number, type: number, place: number, ratePrice: Float64Array): PricedConfigurations;
  /** Returns the first configurations of column generation: one per task type, on all cores, in its best P-state. */
  starts(pricingClass: number, type: number): readonly PooledConfiguration[];
  readonly size: number;
  /** Returns an independent copy with the configurations known so far. */
  copy(): ConfigurationPool;
}

/** Earnings (rates times their dual values, USD) and power (W) of configurations, in the order of the pool's list. */
export interface PricedConfigurations {
  readonly earnsUsd: Float64Array;
  readonly powerW: Float64Array;
}

export function configurationPool(
  context: BoundContext,
  configurations: readonly (readonly [pricingClass: number, pooled: PooledConfiguration])[] = [],
): ConfigurationPool {
  const { classes, types, tasks, model } = context;
  const lists = classes.map(() => Array.from({ length: types }, (): PooledConfiguration[] => []));
  const known = new Map<string, PooledConfiguration>();
  let size = 0;
  for (const [c, pooled] of configurations) keep(c, pooled);

  function add(c: number, type: number, configuration: Configuration): PooledConfiguration {
    const key = `${c}#${configurationKey(configuration)}`;
    const there = known.get(key);
    if (there !== undefined) return there;
    const powerW = model.nodeTypes[type]!.staticW + configuration.coreW;
    const pooled = { id: size, type, configuration, powerW };
    keep(c, pooled);
    return pooled;
  }

  function keep(c: number, pooled: PooledConfiguration): void {
    known.set(`${c}#${configurationKey(pooled.configuration)}`, pooled);
    lists[c]![pooled.type]!.push(pooled);
    size = Math.max(size, pooled.id + 1);
  }

  const starts = classes.map(({ nodeTypes }, c) =>
    nodeTypes.map((nodeType, type) =>
      nodeType.tasks.flatMap((task, k) => {
        let best: PooledConfiguration | null = null;
        let most = 0;
        for (let choice = 0; choice < task.pStates.length; choice++) {
          const counts = new Uint16Array(nodeType.tasks.length);
          const choices = new Uint8Array(nodeType.tasks.length);
          counts[k] = nodeType.cores;
          choices[k] = choice;
          const configuration = configurationFrom(type, nodeType, tasks, counts, choices);
          if (configuration === null) continue;
          const perW = configuration.ratePerS[task.task]! / (nodeType.staticW + configuration.coreW);
          const pooled = add(c, type, configuration);
          if (perW <= most) continue;
          most = perW;
          best = pooled;
        }
        return best === null ? [] : [best];
      }),
    ),
  );
  interface Priced extends PricedConfigurations {
    readonly ratePrice: Float64Array;
  }
  const pricedLists = new Map<number, Priced>();

  function priced(c: number, type: number, place: number, ratePrice: Float64Array): PricedConfigurations {
    const list = lists[c]![type]!;
    const key = (place * classes.length + c) * types + type;
    const last = pricedLists.get(key);
    const same = last?.ratePrice.every((price, i) => price === ratePrice[i]) === true ? last : null;
    if (same?.earnsUsd.length === list.length) return same;
    const earnsUsd = new Float64Array(list.length);
    const powerW = new Float64Array(list.length);
    if (same !== null) {
      earnsUsd.set(same.earnsUsd);
      powerW.set(same.powerW);
    }
    for (let n = same?.earnsUsd.length ?? 0; n < list.length; n++) {
      const { configuration, powerW: itsW } = list[n]!;
      let usd = 0;
      for (let i = 0; i < tasks; i++) usd += ratePrice[i]! * configuration.ratePerS[i]!;
      earnsUsd[n] = usd;
      powerW[n] = itsW;
    }
    const one = { ratePrice: ratePrice.slice(), earnsUsd, powerW };
    pricedLists.set(key, one);
    return one;
  }

  return {
    add,
    priced,
    of: (c, type) => lists[c]![type]!,
    starts: (c, type) => starts[c]![type]!,
    get size() {
      return size;
    },
    copy: () =>
      configurationPool(
        context,
        lists.flatMap((byType, c) => byType.flat().map((pooled) => [c, pooled] as const)),
      ),
  };
}
