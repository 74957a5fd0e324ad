import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import initSqlJs, { type SqlValue } from 'sql.js';
import { describe, expect, it } from 'vitest';
import { evaluateSetting } from '../../../../../models/families/templates/evaluate.js';
import { stateAt, statesOf } from '../../../../../models/families/templates/states.js';
import { openTemplateDatabase } from '../../../../../src/families/templates/runs/open-database.js';
import { templateAnswer } from '../../../../../src/families/templates/runs/query.js';
import { craftedStandby } from '../../../../support/crafted-databases.js';
import { built, newDirectory, openedFrom, tinyTemplates } from '../../../../support/templates-database.js';

const opened = openedFrom(tinyTemplates('tiny-standby'));

async function database(standby: 'allowed' | 'never' = 'allowed') {
  const file = join(newDirectory(), 'standby.sqlite');
  await built(opened, file, { standby });
  const found = await openTemplateDatabase(file);
  if (!found.ok) throw new Error(JSON.stringify(found.faults));
  return found;
}

/** Rows of a query to a file. */
async function rowsOf(file: string, query: string): Promise<SqlValue[][]> {
  const { Database } = await initSqlJs();
  const sqlite = new Database(readFileSync(file));
  const statement = sqlite.prepare(query);
  const rows: SqlValue[][] = [];
  while (statement.step()) rows.push(statement.get());
  statement.free();
  sqlite.close();
  return rows;
}

describe('a database whose nodes may be on standby', () => {
  it('holds the optima found by hand, and no setting of any nodes is better', async () => {
    const { book } = await database();
    const { model, instance } = opened;
    for (const { state, tasksPerJ } of instance.knownOptimum!.states) {
      const template = book.template(state);
      if (tasksPerJ === null) expect(template.status).toBe('infeasible');
      else {
        expect(Math.abs(template.tasksPerJ / tasksPerJ - 1)).toBeLessThan(1e-8);
        expect(template.boundTasksPerJ / tasksPerJ).toBeCloseTo(1, 8);
      }
      for (let nodes = 0; nodes <= 10; nodes += 1) {
        for (let step = 0; step <= 20 * nodes; step += 1) {
          const setting = { vents: 0, setPointC: 20, utilisation: [step / 200], awakeNodes: [nodes] };
          const found = evaluateSetting(model, stateAt(instance.grid, state), setting);
          if (found.violations.length > 0) continue;
          expect(found.tasksPerJ).toBeLessThanOrEqual((tasksPerJ ?? 0) * (1 + 1e-9));
        }
      }
    }
  });

  it('says by node and by block which may run, and its allowable cores are those of nodes that may', async () => {
    const found = await database();
    const { file } = found;
    const { nodes, blocks } = templateAnswer(found, { arrivingWorkPerS: 3, runningCores: [0], powerLimitW: 2000 });
    expect(nodes.map(({ isOn }) => isOn)).toEqual([...Array<boolean>(8).fill(true), false, false]);
    expect(nodes.map(({ allowableCores }) => allowableCores)).toEqual([...Array<number>(8).fill(4), 0, 0]);
    expect(blocks[0]).toMatchObject({ awakeNodes: 8, nodeCount: 10, allowableCores: 32 });
    const rows = await rowsOf(file, 'SELECT is_on, cores FROM node_cores WHERE state = 5 ORDER BY node');
    expect(rows).toEqual(nodes.map(({ isOn, allowableCores }) => [isOn === true ? 1 : 0, allowableCores]));
    expect(await rowsOf(file, 'SELECT awake, of_nodes FROM block_nodes WHERE state = 5')).toEqual([[8, 10]]);
  });

  it('is of schema version 2; with all nodes on it is of version 3, each the other file to a build', async () => {
    const [allowed, never] = [await database(), await database('never')];
    expect([allowed.facts.schemaVersion, allowed.facts.nodesMayBeOff]).toEqual([2, true]);
    expect([never.facts.schemaVersion, never.facts.nodesMayBeOff]).toEqual([3, undefined]);
    for (const { index } of statesOf(opened.instance.grid)) {
      const [one, other] = [allowed.book.template(index), never.book.template(index)];
      expect(other.awakeNodes).toBeUndefined();
      if (other.status === 'optimal') expect(one.tasksPerJ).toBeGreaterThanOrEqual(other.tasksPerJ);
    }
    const again = await built(opened, never.file, { standby: 'allowed' });
    expect(JSON.stringify(again)).toContain('a database with all nodes on');
    expect(JSON.stringify(await built(opened, allowed.file, { standby: 'never' }))).toContain('may be on standby');
  });

  it.each([
    ['more nodes than there are', '[11]'],
    ['fewer nodes than must be on', '[2]'],
    ['fewer nodes than its work needs', '[7]'],
    ['nodes of two blocks', '[8,0]'],
    ['no list', 'eight'],
  ])('with %s is refused', async (_, text) => {
    const { file } = await database();
    const statements = [`UPDATE templates SET awake_nodes = '${text}' WHERE state = 5`];
    const bytes = await craftedStandby(readFileSync(file), { name: text, statements });
    writeFileSync(file, bytes);
    const found = await openTemplateDatabase(file);
    expect(found.ok ? '' : JSON.stringify(found.faults)).toMatch(/state 5/);
  });
});
