import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';

/**
 * Flag, true where there is no browser: its tests then count as skipped, unless PLENUM_REQUIRE_BROWSER=1 makes the launch and
 * so the tests fail.
 */
export const skipsBrowser = inject('browserEndpoint') === null && process.env.PLENUM_REQUIRE_BROWSER !== '1';

/** The browser of all test files (browser-server.ts), and a page and a folder for pages, from the first test of a `describe` to its last. */
export class BrowserDesk {
  browser!: Browser;
  folder!: string;
  private page: Page | undefined;

  /** Address of a page; `name` is below the folder. */
  urlOf(name: string): string {
    return pathToFileURL(join(this.folder, name)).href;
  }

  /**
   * Page of the desk, its only one, empty and as new; what a test opened before is gone. A page for each test costs
   * twice as much. No time limit: a busy machine is no fault.
   */
  async newPage(width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    this.page ??= await this.browser.newPage();
    const { page } = this;
    page.setDefaultTimeout(0);
    for (const event of ['console', 'pageerror', 'request'] as const) page.removeAllListeners(event);
    // A page at the same address with another hash is not loaded again.
    await page.goto('about:blank');
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ media: null, colorScheme });
    return page;
  }

  async open(name: string, width = 1280, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const page = await this.newPage(width, colorScheme);
    await page.goto(this.urlOf(name));
    return page;
  }
}

/** Pattern of text that stands where a number is missing. */
const NO_FIGURE = /NaN|Infinity|undefined|\[object/;

/**
 * Assertion that a page is sound: no complaint, no request but for itself, nothing beyond the screen's width, no label
 * hidden, no number missing; also in sections that are folded.
 */
export async function expectSoundPage(
  desk: BrowserDesk,
  name: string,
  widths: readonly [number, number],
  wrong: RegExp = NO_FIGURE,
): Promise<void> {
  for (const [width, colorScheme] of [
    [widths[0], 'light'],
    [widths[1], 'dark'],
  ] as const) {
    const page = await desk.newPage(width, colorScheme);
    const heard: string[] = [];
    page.on('console', (message) => heard.push(message.text()));
    page.on('pageerror', (error) => heard.push(error.message));
    page.on('request', (request) => {
      if (request.url() !== desk.urlOf(name)) heard.push(request.url());
    });
    await page.goto(desk.urlOf(name));
    expect(heard).toEqual([]);
    await unfold(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await labelFaults(page)).toEqual([]);
    expect(await page.locator('main').innerText()).not.toMatch(wrong);
  }
}

/** Opens the folded sections of a page. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate("document.querySelectorAll('details.folded').forEach((one) => { one.open = true; })");
}

/** Browser and folder for the tests of a `describe`, which must call this first. */
export function browserDesk(): BrowserDesk {
  const desk = new BrowserDesk();
  beforeAll(async () => {
    const endpoint = inject('browserEndpoint');
    if (endpoint === null) throw new Error('No Chromium was found: set CHROMIUM_PATH');
    desk.browser = await chromium.connect(endpoint, { timeout: 0 });
    desk.folder = await mkdtemp(join(tmpdir(), 'plenum-browser-'));
  });
  afterAll(async () => {
    const { browser, folder } = desk as Partial<BrowserDesk>;
    await browser?.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });
  return desk;
}

/** Pairs of chart labels that overlap, and labels that leave their chart. */
export function labelFaults(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const found = [];
    for (const svg of document.querySelectorAll('svg.chart')) {
      const frame = svg.getBoundingClientRect();
      if (frame.width === 0) continue;
      const labels = [...svg.querySelectorAll('text')].filter((text) => text.textContent.trim() !== '');
      const boxes = labels.map((text) => ({ name: text.textContent, box: text.getBoundingClientRect() }));
      boxes.forEach(({ name, box }, i) => {
        if (box.left < frame.left - 1 || box.right > frame.right + 1) found.push('cut off: ' + name);
        for (const other of boxes.slice(i + 1)) {
          const x = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const y = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          if (x > 1 && y > 4) found.push(name + ' / ' + other.name);
        }
      });
    }
    return found;
  })()`);
}

/** Texts of a floor plan that overlap, and texts that leave what they are drawn in: labels of racks their rack, others the picture. */
export function planFaults(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const found = [];
    for (const svg of document.querySelectorAll('svg.plan')) {
      const boxes = [...svg.querySelectorAll('text')].map((text) => ({
        name: text.textContent,
        box: text.getBoundingClientRect(),
        frame: (text.matches('.rack-label') ? text.parentNode.querySelector('.rack') : svg).getBoundingClientRect(),
      }));
      boxes.forEach(({ name, box, frame }, i) => {
        const beyond = Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top - 3, box.bottom - frame.bottom);
        if (beyond > 1) found.push('cut off: ' + name);
        for (const { name: other, box: its } of boxes.slice(i + 1)) {
          const x = Math.min(box.right, its.right) - Math.max(box.left, its.left);
          const y = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
          if (x > 2 && y > 4) found.push(name + ' / ' + other);
        }
      });
    }
    return found;
  })()`);
}
