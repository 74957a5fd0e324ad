import { existsSync } from 'node:fs';

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Quiet and alone: no sandbox (containers lack one), no GPU, nothing fetched in the background. */
export const BROWSER_ARGUMENTS = [
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
export function findBrowser(): string | null {
  const { CHROMIUM_PATH } = process.env;
  const places = CHROMIUM_PATH === undefined || CHROMIUM_PATH === '' ? USUAL_PLACES : [CHROMIUM_PATH];
  return places.find((path) => existsSync(path)) ?? null;
}
