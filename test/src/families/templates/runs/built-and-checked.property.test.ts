import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stateCount } from '../../../../../models/families/templates/states.js';
import { openTemplates } from '../../../../../src/families/templates/instances/open.js';
import { checkDatabase } from '../../../../../src/families/templates/runs/check.js';
import { openDatabaseRoom } from '../../../../../src/families/templates/runs/database-room.js';
import type { BuildRequest } from '../../../../../src/families/templates/runs/build.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { randomTemplatesInstance } from '../../../../support/random-templates.js';
import { built, newDirectory } from '../../../../support/templates-database.js';

const CHOICES: readonly Partial<BuildRequest>[] = [{}, { rounding: 'ceiling' }];
/** Limits that whole cores by the thesis' rounding up may break. */
const LIMITS = ['workLimit', 'powerLimit', 'outletLimit'];

/** Findings of the check of a database that was just built; null where the instance is refused. */
async function findingsOf(seed: number, choice: Partial<BuildRequest>) {
  const directory = newDirectory();
  const file = join(directory, 'instance.json');
  writeFileSync(file, JSON.stringify(randomTemplatesInstance(seed)));
  const opened = openTemplates(file);
  if (!opened.ok) return null;
  const out = join(directory, 'templates.sqlite');
  const answer = await built(opened, out, choice);
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  const room = await openDatabaseRoom(out, undefined, 'readable');
  if (!room.ok) throw new Error(JSON.stringify(room.faults));
  const { database, matrices } = room;
  const all = Array.from({ length: stateCount(database.instance.grid) }, (_, state) => state);
  return checkDatabase(database, matrices, all);
}

describe('a database of a drawn room', () => {
  it('passes the check as it was built, whatever the powers, openings and limits', async () => {
    let judged = 0;
    let stated = 0;
    for (let seed = 0; seed < fuzzCount(120); seed++) {
      for (const choice of CHOICES) {
        const findings = await findingsOf(seed, choice);
        if (findings === null) continue;
        judged++;
        expect([findings.faultKinds, findings.roomFaults], `seed ${seed}`).toEqual([[], []]);
        expect(
          findings.statedLimits.every(({ constraint }) => LIMITS.includes(constraint)),
          `seed ${seed}`,
        ).toBe(true);
        if (choice.rounding === 'ceiling') stated += findings.statedLimits.length;
        else expect(findings.statedLimits, `seed ${seed}`).toEqual([]);
      }
    }
    expect(judged).toBeGreaterThan(fuzzCount(120));
    // The thesis' rounding up breaks limits in some of them, and says so.
    expect(stated).toBeGreaterThan(0);
  });

  // Blocks that work for nothing beside others were one group of the bound, which was then too low: 13 % here.
  it.each([70, 1033, 1085, 1093, 1146, 1188])(
    'passes the check where some cores draw nothing (seed %d)',
    async (seed) => {
      const findings = await findingsOf(seed, {});
      expect(findings?.faultKinds).toEqual([]);
    },
  );
});
