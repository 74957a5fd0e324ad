import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plenum } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

/** What is true of sleeping nodes in the model of each family. */
const SCOPES = [
  ['instances/reward-rate/tiny-power-cap.json', /all nodes stay on \(none sleeps or is switched off\)/],
  [
    'instances/robust/tiny-fits-one-node.json',
    /draws its overhead until the last of its cores .* nothing without tasks/,
  ],
  ['instances/reward-rate/tiny-sleep.json', /nodes of groups with mayBeOff may be on standby/],
  ['instances/utility/tiny-serial-budget.json', /idle nodes draw nothing/],
  ['instances/utility/tiny-facility.json', /all nodes stay on \(none sleeps or is switched off\)/],
  ['instances/jobs/tiny-chains.json', /it is the same whether idle nodes stay on or are switched off/],
  ['instances/geo/tiny-arbitrage.json', /each node awake or asleep as the plan says, anew in each epoch/],
] as const;

describe('wherever a bound is shown it is said whether nodes may sleep', () => {
  it.each(SCOPES)('%s: terminal, result.json, report and bound', async (file, scope) => {
    const out = join(temporaryDirectory(), 'out');
    const solved = await plenum('solve', file, '--out', out);
    expect(solved.code).toBe(0);
    expect(solved.stdout).toMatch(/^bound covers +every /m);
    const texts = [
      solved.stdout,
      (JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as { boundScope: string }).boundScope,
      readFileSync(join(out, 'report.html'), 'utf8'),
      (await plenum('bound', file)).stdout,
    ];
    for (const text of texts) expect(text).toMatch(scope);
  });

  it('templates: the gaps of a database are those of settings with all nodes on', async () => {
    const database = join(temporaryDirectory(), 'tiny.sqlite');
    await plenum('templates', 'build', 'instances/templates/tiny-two-quadrants.json', '--out', database);
    const { stdout } = await plenum('templates', 'info', database);
    expect(stdout).toMatch(/gaps hold for +settings with all nodes on \(none sleeps\)/);
  });

  it('templates whose nodes may be on standby: of settings with any of them; a day and the atlas refuse them', async () => {
    const directory = temporaryDirectory();
    const file = 'instances/templates/tiny-standby.json';
    const database = join(directory, 'standby.sqlite');
    expect((await plenum('templates', 'build', file, '--out', database)).code).toBe(0);
    const { stdout } = await plenum('templates', 'info', database);
    expect(stdout).toMatch(/gaps hold for +settings with any nodes of groups with mayBeOff on standby/);
    const state = ['--arriving', '3', '--running', '0', '--power', '2kW'];
    const answer = await plenum('templates', 'query', database, ...state, '--json');
    const { boundScope } = JSON.parse(answer.stdout) as { boundScope: string };
    expect(boundScope).toMatch(/with any nodes of groups with mayBeOff on standby/);
    for (const refused of [
      ['atlas', database, '--out', join(directory, 'atlas.html')],
      ['day', file, '--database', database, '--overcooling-c', '20', '--throttling-c', '24'],
    ]) {
      const { code, stderr } = await plenum('templates', ...refused);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/nodes may be on standby[\s\S]*--standby never/)]);
    }
  });

  it('a sweep says it too', async () => {
    const file = 'instances/reward-rate/tiny-power-cap.json';
    const { stdout } = await plenum('sweep', file, '--over', 'limits.powerCapW=100,110');
    expect(stdout).toMatch(/^bounds cover +every plan in which all nodes stay on/m);
  });
});
