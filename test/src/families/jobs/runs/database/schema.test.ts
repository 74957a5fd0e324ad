import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import initSqlJs from 'sql.js';
import { describe, expect, it } from 'vitest';
import { leastProduct } from '../../../../../../models/families/jobs/profile.js';
import { openProfileDatabase } from '../../../../../../src/families/jobs/runs/database/open.js';
import { COLUMNS, SCHEMA_SQL } from '../../../../../../src/families/jobs/runs/database/schema.js';
import { loadedFrom, newFolder, profilesBuilt, threeTypes } from '../../../../../support/profile-databases.js';
import { repository } from '../../../../../support/repository.js';

const loaded = loadedFrom(threeTypes());
const file = join(newFolder(), 'profiles.sqlite');
await profilesBuilt(loaded, file);
const bytes = readFileSync(file);
const opened = await openProfileDatabase(file);
if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
const { content } = opened;
const { Database } = await initSqlJs();

function ask(sql: string): unknown[][] {
  const database = new Database(Uint8Array.from(bytes));
  const statement = database.prepare(sql);
  const rows: unknown[][] = [];
  while (statement.step()) rows.push(statement.get());
  statement.free();
  database.close();
  return rows;
}

describe('the schema of profile databases', () => {
  it('is on its page with every table, column and view', () => {
    const page = readFileSync(join(repository, 'docs/jobs/profile-database.md'), 'utf8');
    const views = [...SCHEMA_SQL.matchAll(/CREATE VIEW (\w+)/g)].map(([, name]) => name!);
    const names = [...Object.keys(COLUMNS), ...Object.values(COLUMNS).flat(), ...views];
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    expect(views).toHaveLength(3);
  });

  it('marks what a scheduler needs not look at, and the least product of each front', () => {
    const all = ask('SELECT job_type, node_type, cores, point, time_s, energy_j, dominated, least_product FROM points');
    const rows = all as [number, number, number, number, number, number, number, number][];
    expect(rows.some((row) => row[6] === 1)).toBe(true);
    for (const [t, n, k, p, timeS, energyJ, dominated, least] of rows) {
      const others = rows.filter(
        (row) => row[0] === t && row[1] === n && row[2] <= k && !(row[2] === k && row[3] === p),
      );
      const matched = others.some((row) => row[4] <= timeS && row[5] <= energyJ);
      expect([t, n, k, p, dominated]).toEqual([t, n, k, p, Number(matched)]);
      const own = rows.filter((row) => row[0] === t && row[1] === n && row[2] === k);
      const lowest = Math.min(...own.map((row) => row[4] * row[5]));
      expect([t, n, k, p, least]).toEqual([t, n, k, p, Number(timeS * energyJ === lowest)]);
    }
  });

  it('has views of names, products and designs', () => {
    const products = ask('SELECT job, node, cores, product_sj, proof, gap FROM products');
    const expected = content.profiles.flatMap((row, t) =>
      row.flatMap(({ fronts }, n) =>
        fronts.map(({ cores, points, proof }) => {
          const { timeS, energyJ } = points[leastProduct(points)]!;
          const product = timeS * energyJ;
          const gap = proof.kind === 'bounded' ? Math.max(0, 1 - proof.productBoundSJ / product) : 0;
          return [content.types[t]!.name, content.nodeTypes[n]!.name, cores, product, proof.kind, gap];
        }),
      ),
    );
    expect(products.sort()).toEqual(expected.sort());
    expect(ask("SELECT count(*) FROM named_points WHERE job = 'bag' AND node = 'wide' AND cores = 2")[0]).toEqual([
      content.profiles[2]![0]!.fronts[1]!.points.length,
    ]);
    const point = content.profiles[1]![0]!.fronts[1]!.points[0]!;
    const graph = loaded.month.types[1]!.graphs[0]!;
    expect(
      ask(
        `SELECT place, task, name, core, level, execution_s FROM designs
         WHERE job_type = 1 AND node_type = 0 AND cores = 2 AND point = 0 ORDER BY place`,
      ),
    ).toEqual(
      Array.from(point.order, (task, place) => [
        place,
        task,
        loaded.names.tasks[1]![task],
        point.coreOf[task],
        point.levelOf[task],
        graph.timeS[task * graph.levels + point.levelOf[task]!],
      ]),
    );
  });
});
