import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Family } from '../../src/families/family.js';
import { FAMILIES } from '../../src/families/registry.js';
import { deadLinks, linksOf, shellCommands } from './markdown.js';
import { filesBelow, ROOT, textOf } from './source-files.js';

const INDEX = 'docs/README.md';
const pages = filesBelow('docs', '.md');
const bundled = ['reward-rate', 'robust', 'geo', 'templates', 'utility', 'jobs', 'malformed'].flatMap((room) =>
  filesBelow(`instances/${room}`, '.json'),
);

/** Pages that a text names by their path in the repository, linked or not. */
const citedIn = (text: string): string[] => [...text.matchAll(/\bdocs\/[\w/.-]+\.md\b/g)].map(([page]) => page);

/** Pages reached from one page by links alone, itself among them. */
function reachedFrom(start: string, textOfPage: (page: string) => string | null): Set<string> {
  const reached = new Set([start]);
  for (const page of reached) {
    for (const link of linksOf(textOfPage(page) ?? '')) {
      const target = path.posix.join(path.posix.dirname(page), link.split('#')[0]!);
      if (target.endsWith('.md') && textOfPage(target) !== null) reached.add(target);
    }
  }
  return reached;
}

describe('the index of the documents', () => {
  it('leads to every page of docs', () => {
    const reached = reachedFrom(INDEX, (page) => (existsSync(path.join(ROOT, page)) ? textOf(page) : null));
    expect(pages.filter((page) => !reached.has(page))).toEqual([]);
    expect(pages.length).toBeGreaterThan(80);
  });

  it('misses a page that no other page links to', () => {
    const texts: Record<string, string> = {
      'a/x.md': '[y](y.md) [z](../z.md#t)',
      'a/y.md': '',
      'z.md': '',
      'w.md': '[x](a/x.md)',
    };
    expect([...reachedFrom('a/x.md', (page) => texts[page] ?? null)]).toEqual(['a/x.md', 'a/y.md', 'z.md']);
  });

  it('is linked from the README, which has a page, a command and an example instance for every family in under 150 lines', () => {
    const readme = textOf('README.md');
    expect(readme.split('\n').length).toBeLessThan(150);
    expect(linksOf(readme)).toContain(INDEX);
    const commands = shellCommands(readme).map(({ words }) => words.join(' '));
    for (const { name, page } of FAMILIES) {
      expect(linksOf(readme)).toContain(`docs/${name}/README.md`);
      expect(commands.filter((command) => command.includes(` instances/${name}/`))).toHaveLength(1);
      expect([name, page, pages.includes(page)]).toEqual([name, `docs/${name}/instances.md`, true]);
    }
  });
});

describe('links', () => {
  const textOrNull = (file: string): string | null => {
    const place = path.join(ROOT, file);
    if (!existsSync(place)) return null;
    return statSync(place).isDirectory() ? '' : readFileSync(place, 'utf8');
  };

  it('every relative link leads somewhere', () => {
    expect(
      filesBelow('.', '.md').flatMap((file) => deadLinks(file, textOf(file), textOrNull).map((link) => [file, link])),
    ).toEqual([]);
  });

  it('a dead link or anchor is found', () => {
    const text = '# A title\n[a](docs/nothing.md) [b](#a-title) [c](#other) ![d](e.png) `[f](g)` [h](https://i.j)\n';
    expect(deadLinks('README.md', text, () => null)).toEqual(['docs/nothing.md', '#other', 'e.png']);
  });
});

/** Whether a family has a command that judges what it finds. */
const judges = ({ verbs, commands = [] }: Family): boolean =>
  verbs.includes('check') || commands.some((group) => group.commands.some(({ name }) => name === 'check'));

describe.each(FAMILIES.map((family) => ({ name: family.name, family })))('the pages of $name', ({ name, family }) => {
  it.each(['instances', ...(judges(family) ? ['results', 'checker'] : [])])('its README leads to %s', (page) => {
    expect(linksOf(textOf(`docs/${name}/README.md`)).map((link) => link.split('#')[0])).toContain(`${page}.md`);
  });
});

describe('pages by name', () => {
  const exists = (page: string): boolean => existsSync(path.join(ROOT, page));

  it('every page that the sources, benchmarks, schemas and documents name is there', () => {
    const files = [
      ...['src', 'models', 'bench'].flatMap((room) => filesBelow(room, '.ts')),
      ...filesBelow('instances', '.schema.json'),
      ...filesBelow('.', '.md'),
    ];
    const cited = files.flatMap((file) => citedIn(textOf(file)).map((page) => ({ file, page })));
    expect(cited.filter(({ page }) => !exists(page))).toEqual([]);
    expect(cited.length).toBeGreaterThan(150);
  });

  it('every page that a bundled instance names is there', () => {
    const cited = bundled.flatMap((file) => citedIn(textOf(file)).map((page) => ({ file, page })));
    expect(cited.filter(({ page }) => !exists(page))).toEqual([]);
    expect(cited.length).toBeGreaterThan(10);
  });

  it('every file of the sources, tests and benchmarks that a document names is there', () => {
    const mention = /(?<![\w/.-])(?:\.\.\/)*((?:src|models|test|bench)\/[\w/.<>*-]+)/g;
    const named = filesBelow('.', '.md')
      .flatMap((file) =>
        [...textOf(file).matchAll(mention)].map(([, name]) => ({ file, name: name!.replace(/[./]+$/, '') })),
      )
      .filter(({ name }) => !/[<>*]/.test(name));
    const found = (name: string): boolean =>
      exists(name) || exists(name.replace(/\.js$/, '.ts')) || exists(`${name}.ts`);
    expect(named.filter(({ name }) => !found(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(100);
  });
});
