import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bound, solve, sweep } from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { ownAnswer, ownCommand } from '../../support/own-command.js';
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
    const { ended, text } = accepted(await solve(file, { out }));
    expect(ended).toBe('solved');
    expect(text).toMatch(/^bound covers +every /m);
    const texts = [
      text,
      (JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as { boundScope: string }).boundScope,
      readFileSync(join(out, 'report.html'), 'utf8'),
      accepted(await bound(file)).lines.join('\n'),
    ];
    for (const shown of texts) expect(shown).toMatch(scope);
  });

  it('templates: the gaps of a database are those of settings with all nodes on', async () => {
    const database = join(temporaryDirectory(), 'tiny.sqlite');
    await ownAnswer('templates build', ['tiny-two-quadrants'], { out: database });
    const { text } = await ownAnswer('templates info', [database]);
    expect(text).toMatch(/gaps hold for +settings with all nodes on \(none sleeps\)/);
  });

  it('templates whose nodes may be on standby: of settings with any of them; a day and the atlas refuse them', async () => {
    const directory = temporaryDirectory();
    const file = 'instances/templates/tiny-standby.json';
    const database = join(directory, 'standby.sqlite');
    await ownAnswer('templates build', [file], { out: database });
    const { text } = await ownAnswer('templates info', [database]);
    expect(text).toMatch(/gaps hold for +settings with any nodes of groups with mayBeOff on standby/);
    const { record } = await ownAnswer('templates query', [database], { arriving: 3, running: '0', power: '2kW' });
    expect(record['boundScope']).toMatch(/with any nodes of groups with mayBeOff on standby/);
    for (const refused of [
      await ownCommand('templates atlas', [database], { out: join(directory, 'atlas.html') }),
      await ownCommand('templates day', [file], { database, overcoolingC: 20, throttlingC: 24 }),
    ]) {
      expect(JSON.stringify(faultsOf(refused))).toMatch(/nodes may be on standby[\s\S]*--standby never/);
    }
  });

  it('a sweep says it too', async () => {
    const { text } = accepted(await sweep('tiny-power-cap', ['limits.powerCapW=100,110']));
    expect(text).toMatch(/^bounds cover +every plan in which all nodes stay on/m);
  });
});
