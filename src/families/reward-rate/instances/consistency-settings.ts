import { rackNames } from '../../../facility/consistency.js';
import { duplicateNames, entries, unknownReference } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalFault } from '../../../instances/fault.js';
import type { RewardRateFacility, RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';

/**
 * Returns the faults of the rack rows in limits.distinctSettings, which limits the number of different settings (what a
 * node's cores run). Names of rows must be unique. Racks must be known, and each may be in at most one row. Rows are
 * required if the limit is for rows, and not allowed otherwise.
 */
export function settingsFaults(
  facility: Draft<RewardRateFacility>,
  limits: Draft<RewardRateInstance['limits']>,
): LocalFault[] {
  const { row, rows } = limits?.distinctSettings ?? {};
  const at = ['limits', 'distinctSettings'] as const;
  if (row !== undefined && rows === undefined) {
    const remedy = 'List the rows in limits.distinctSettings.rows, each with its name and racks, or leave row out.';
    return [{ path: jsonPath([...at, 'row']), value: row, allowed: 'only beside rows', remedy }];
  }
  if (rows !== undefined && row === undefined && limits?.distinctSettings !== undefined) {
    const remedy = 'Say in limits.distinctSettings.row how many settings each of them may have, or leave rows out.';
    return [{ path: jsonPath([...at, 'rows']), value: rows.length, allowed: 'only beside row', remedy }];
  }
  const racks = rackNames(facility);
  const first = new Map<string, string>();
  const repeated = entries(rows).flatMap(([i, one]) =>
    (one.racks ?? []).flatMap((rack, k): LocalFault[] => {
      if (rack === undefined) return [];
      const before = first.get(rack);
      if (before === undefined) {
        first.set(rack, one.name ?? `rows[${i}]`);
        return [];
      }
      const path = jsonPath([...at, 'rows', i, 'racks', k]);
      return [{ path, value: rack, allowed: `in one row, once; it is in ${before}`, remedy: 'Remove the repetition.' }];
    }),
  );
  return [
    ...duplicateNames([...at, 'rows'], rows),
    ...entries(rows).flatMap(([i, one]) =>
      (one.racks ?? []).flatMap((rack, k) =>
        unknownReference([...at, 'rows', i, 'racks', k], rack, racks, 'the racks'),
      ),
    ),
    ...repeated,
  ];
}
