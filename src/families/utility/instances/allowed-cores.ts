import { deriveZones } from '../../../../models/physics/airflow/zones.js';
import type { AllowedCores, UtilityInstance, UtilityPool } from '../../../../models/families/utility/instance.js';
import type { AllowedNodes } from '../../../../models/families/utility/model.js';
import { jsonPath, type LocalFault } from '../../../instances/fault.js';
import { facilityPools } from './facility/pools.js';

/** A pool or thermal zone that a row of `allowedCores` may name, with its number of cores. */
interface Member {
  readonly name: string;
  readonly cores: number;
}

/**
 * Returns, for each pool, how many of its nodes may be busy in each time interval; undefined for pools whose cores are
 * not limited.
 */
export function allowedNodes(instance: UtilityInstance): (readonly AllowedNodes[] | undefined)[] {
  const { pools, allowedCores = [] } = instance;
  const rows = byName(allowedCores);
  const zones = zonesOfPools(instance);
  return pools.map((pool, j) => {
    const members = rows.has(pool.name) ? [memberOf(pool)] : (zones[j] ?? []);
    const named = members.flatMap(({ name }) => rows.get(name) ?? []);
    if (named.length === 0) return undefined;
    const moments = [...new Set(named.map(({ fromS }) => fromS))].sort((a, b) => a - b);
    return moments.map((atS) => {
      const cores = members.reduce((sum, member) => sum + coresAt(member, rows.get(member.name), atS), 0);
      return { fromS: atS, nodes: Math.floor(cores / (pool.coresPerNode ?? 1)) };
    });
  });
}

/**
 * Returns the faults of `allowedCores`: unknown names, rows out of order, more cores than exist, or a pool that is
 * limited both by its name and by its zones. An instance that is not parallel must have no rows. The other fields must
 * be valid.
 */
export function allowedCoresFaults(instance: UtilityInstance): LocalFault[] {
  const { pools, environment, allowedCores = [] } = instance;
  if (allowedCores.length > 0 && environment !== 'parallel') {
    const allowed = `nothing in a ${environment} instance`;
    const remedy = 'Only cores of parallel pools are limited over time: remove it.';
    return [{ path: 'allowedCores', value: `${allowedCores.length} rows`, allowed, remedy }];
  }
  const zones = zonesOfPools(instance);
  const coresOf = new Map([...zones.flat(), ...pools.map(memberOf)].map(({ name, cores }) => [name, cores]));
  const poolOfZone = new Map(zones.flatMap((own, j) => own.map(({ name }) => [name, pools[j]!.name])));
  const poolNames = new Set(pools.map(({ name }) => name));
  const limited = new Set(allowedCores.map(({ pool }) => pool));
  const lastS = new Map<string, number>();
  return allowedCores.flatMap(({ pool, fromS, cores }, k): LocalFault[] => {
    const at = (field: string): string => jsonPath(['allowedCores', k, field]);
    const most = coresOf.get(pool);
    if (most === undefined) {
      return [
        { path: at('pool'), value: pool, allowed: 'a pool, or on a facility a zone', remedy: 'Correct the name.' },
      ];
    }
    const whole = poolOfZone.get(pool);
    if (!poolNames.has(pool) && whole !== undefined && limited.has(whole)) {
      const remedy = `There are rows for its whole pool "${whole}": remove one of the two.`;
      return [{ path: at('pool'), value: pool, allowed: 'zones of a pool that has no rows of its own', remedy }];
    }
    if (cores > most) {
      const remedy = 'It has no more: correct the number.';
      return [{ path: at('cores'), value: cores, allowed: `at most ${most}, the cores of "${pool}"`, remedy }];
    }
    const before = lastS.get(pool);
    lastS.set(pool, fromS);
    if (before === undefined || fromS > before) return [];
    const remedy = 'List the rows of a pool in the order of time, each moment once.';
    return [
      { path: at('fromS'), value: fromS, allowed: `above ${before} (s), the row of "${pool}" before it`, remedy },
    ];
  });
}

function memberOf({ name, nodes, coresPerNode = 1 }: UtilityPool): Member {
  return { name, cores: nodes * coresPerNode };
}

/** Returns for each pool of a facility its thermal zones with their numbers of cores; empty without a facility. */
function zonesOfPools({ facility, operation }: UtilityInstance): readonly (readonly Member[])[] {
  if (facility === undefined || operation === undefined) return [];
  const zones = deriveZones(facility);
  return facilityPools(facility, operation).map(({ zones: own, nodeType }) =>
    own.map((z) => ({ name: zones[z]!.name, cores: zones[z]!.nodeCount * facility.nodeTypes[nodeType]!.cores })),
  );
}

function byName(rows: readonly AllowedCores[]): ReadonlyMap<string, readonly AllowedCores[]> {
  const named = new Map<string, AllowedCores[]>();
  for (const row of rows) {
    const own = named.get(row.pool);
    if (own === undefined) named.set(row.pool, [row]);
    else own.push(row);
  }
  return named;
}

function coresAt({ cores }: Member, rows: readonly AllowedCores[] = [], atS: number): number {
  return rows.filter(({ fromS }) => fromS <= atS).at(-1)?.cores ?? cores;
}
