import { readdirSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { describe, expect, it } from 'vitest';
import { instancePath } from '../../../src/workbench/instance-path.js';
import { repository } from '../../support/repository.js';
import { solve } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';
import { ownAnswer } from '../../support/own-command.js';
import { plenum } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

describe('the name of a bundled instance', () => {
  // A folder outside the package, wherever that lies.
  const elsewhere = join(parse(repository).root, 'nowhere');
  const pathOf = (word: string): string => {
    const found = instancePath(word, repository, elsewhere);
    expect(found.ok).toBe(true);
    return found.ok ? found.path : '';
  };

  it('is found from any folder, with and without its family and its ending', () => {
    const file = join(repository, 'instances/reward-rate/tiny-two-node-types.json');
    for (const word of ['tiny-two-node-types', 'reward-rate/tiny-two-node-types', 'tiny-two-node-types.json'])
      expect(pathOf(word)).toBe(file);
  });

  it('covers every bundled instance when the family is named', () => {
    const files = ['reward-rate', 'robust', 'geo', 'templates'].flatMap((family) =>
      readdirSync(join(repository, 'instances', family)).map((name) => `${family}/${name}`),
    );
    expect(files.length).toBeGreaterThan(40);
    for (const file of files) {
      expect(pathOf(file.replace(/\.json$/, ''))).toBe(join(repository, 'instances', file));
    }
  });

  it('gives way to a file of that name', () => {
    const file = join(temporaryDirectory(), 'tiny-two-node-types.json');
    writeFileSync(file, '{}');
    expect(pathOf(file)).toBe(file);
  });

  it('is returned as it is where nothing has it, and where it leads elsewhere', () => {
    for (const word of ['no-such', 'malformed/text-for-number', '../package', 'geo/../geo/us-4', '', '-', 'geo/'])
      expect(pathOf(word)).toBe(word);
  });

  it('is refused with the names to choose from where two families have it', () => {
    const found = instancePath('tiny-colocation', repository, elsewhere);
    expect(found).toMatchObject({
      ok: false,
      fault: { value: 'tiny-colocation', allowed: 'geo/tiny-colocation or reward-rate/tiny-colocation' },
    });
  });

  it('serves solve, validate of several and templates build', async () => {
    const out = temporaryDirectory();
    expect(accepted(await solve('tiny-two-node-types', { out: join(out, 'solve') })).ended).toBe('solved');
    const { stdout } = await plenum('validate', 'tiny-two-node-types', 'tiny-two-nodes');
    expect(stdout.match(/\.json: valid/g)).toHaveLength(2);
    await ownAnswer('templates build', ['tiny-two-quadrants'], { out: join(out, 'it.sqlite') });
  });
});
