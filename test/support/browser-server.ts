import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a Chromium that all test files share; null when there is none. */
    browserEndpoint: string | null;
  }
}

/** Usual paths of Chromium or Chrome on Linux. */
const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Options of a browser for tests: no sandbox (containers lack one), no GPU, nothing fetched in the background. */
const BROWSER_ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Path of a Chromium to test with: CHROMIUM_PATH, else a usual place; null when there is none. */
function findBrowser(): string | null {
  const { CHROMIUM_PATH } = process.env;
  const places = CHROMIUM_PATH === undefined || CHROMIUM_PATH === '' ? USUAL_PLACES : [CHROMIUM_PATH];
  return places.find((path) => existsSync(path)) ?? null;
}

/** Start of one browser for all test files of the run; the result ends it. */
export default async function startBrowser(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findBrowser();
  if (executablePath === null) {
    project.provide('browserEndpoint', null);
    return () => Promise.resolve();
  }
  const server = await chromium.launchServer({ executablePath, args: BROWSER_ARGUMENTS, timeout: 0 });
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
